"""The colours of a box that rays have met: its faces, what they mirror, what shines through."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.scene.around import Around
from vision.scene.glass import Glass, bent_in, inside
from vision.scene.pose import CORNERS, Floats
from vision.scene.rig import Light
from vision.scene.skin import Skin, ink_at
from vision.scene.style import Cast
from vision.scene.surface import shade, shine
from vision.scene.trace import Array, Hits

_F0 = 0.04
"""Part of the light mirrored by plastic at normal incidence."""


@dataclass(frozen=True, slots=True, eq=False)
class Struck:
    """A box and the rays that meet it, in its own axes: rays (3, n), half its sides (3,), the way
    to the lamp (3,). centre_mm, turn (3, 3): where it lies on the board, and its axes there."""

    hits: Hits
    rays: Array
    half: Array
    skin: Skin
    light: Light
    lamp: Array
    centre_mm: Floats
    turn: Array

    @property
    def up(self) -> Array:
        return np.asarray(-self.turn[2], np.float32)

    def colours(self, around: Around | None) -> Array:
        """Colours (3, n) relative to level ground under the same light; around: what it mirrors,
        lets through and is lit by, if it shows."""
        hits, skin, light = self.hits, self.skin, self.light
        ink = ink_at(skin.ink, hits.place, self.half)
        body = np.broadcast_to(skin.body[:, None], hits.place.shape)
        if skin.clear:
            body = self._tinted()
        paint = body + (skin.mark[:, None] - body) * ink
        upward = self.up @ hits.normal
        height = 0.5 + 0.5 * np.clip((self.up @ hits.place) / self.half[2], -1, 1)
        falling = shade(hits, self.lamp, self.up, light)
        falling *= np.where(upward > 0.7, 1.0, 0.72 + 0.28 * height)
        lit = paint * falling
        if around is not None and light.between:
            ground = light.between * around.ground(self._corners_mm())
            lit += paint * ground[:, None] * (0.5 * (1 - upward))
        if around is not None and skin.clear and skin.cast is not None:
            lit += skin.cast.purity * (1 - ink) * (self._traced(skin.cast, around) - lit)
        colour = np.asarray(lit + self._gloss(), np.float32)
        return self._mirroring(colour, around) if skin.polish and around is not None else colour

    def _corners_mm(self) -> Floats:
        corners: Floats = self.centre_mm + (CORNERS * self.half) @ self.turn.T
        return corners

    def _gloss(self) -> Array:
        """Light (n,) that the surface mirrors of the lamp and, where it was ground, of the sky."""
        hits, light, finish = self.hits, self.light, self.skin.finish
        if finish is None:
            lamp = shine(hits, self.rays, self.lamp, 30.0) * self.skin.gloss * 0.35
            return np.asarray(lamp * (light.lamp[1] + 0.2), np.float32)
        apart = light.position_mm - self.centre_mm
        # A lamp is no point: what it is mirrored to is as wide as it is seen.
        power = 1 / (1 / finish.gleam + light.radius_mm**2 / float(apart @ apart) / 8)
        whole = light.lamp[1] + light.ambient[1]
        lamp = shine(hits, self.rays, self.lamp, power) * np.clip(self.lamp @ hits.normal, 0, None)
        lamp *= finish.mirror * (power + 8) / 8 * light.lamp[1] / whole / float(self.up @ self.lamp)
        way = _unit(self.rays)
        facing = np.clip(-(way * hits.normal).sum(axis=0), 0, 1)
        back = self.up @ (way + 2 * facing * hits.normal)
        part = finish.mirror + (1 - finish.mirror) * (1 - facing) ** 5
        return np.asarray(lamp + part * (back > 0) * light.ambient[1] / whole, np.float32)

    def _mirroring(self, colour: Array, around: Around) -> Array:
        """Add the field mirrored by smooth faces (Schlick, "An Inexpensive BRDF Model for
        Physically-based Rendering", 1994): seen from above sides are seen edge-on."""
        normal, way = self.turn @ self.hits.normal, self.turn @ _unit(self.rays)
        facing = -(way * normal).sum(axis=0)
        back = way + 2 * facing * normal
        down = self.hits.hit & (back[2] > 0.05) & (facing > 0)
        if not down.any():
            return colour
        seen = around.field(self._on_board(self.hits.place[:, down]), back[:, down])
        part = self.skin.polish * (_F0 + (1 - _F0) * (1 - np.clip(facing[down], 0, 1)) ** 5)
        colour = colour.copy()
        colour[:, down] += part * (seen - colour[:, down])
        return colour

    def _tinted(self) -> Array:
        """Body of a clear die: brighter where the way is short, far pips tinted through it."""
        place, half = self.hits.place, self.half
        bent = _unit(_unit(self.rays) - self.hits.normal * 0.6)
        with np.errstate(divide="ignore", invalid="ignore"):
            ahead = np.where(bent >= 0, half[:, None], -half[:, None])
            way = np.nan_to_num((ahead - place) / bent, nan=1e6).min(axis=0)
        far = ink_at(self.skin.ink, place + bent * np.maximum(way, 0), half)
        glow = 0.75 + 0.5 * np.exp(-np.maximum(way, 0) / half[0])
        body = self.skin.body[:, None] * glow
        paint = self.skin.paint  # dark pips show dark through the body, about as much as white ones
        return np.asarray(body * (1 + (1.5 * paint - 0.4) * far) + 0.05 * paint * far, np.float32)

    def _traced(self, cast: Cast, around: Around) -> Array:
        """Light (3, n) out of the body of a clear die."""
        on, half, skin = self.hits.hit, self.half[:, None], self.skin
        way, normal = _unit(self.rays[:, on]), self.hits.normal[:, on]
        dye = np.clip(skin.body / skin.body.max(), 0.02, 0.97) ** cast.depth
        glow = skin.body * cast.glow
        inside_mask = np.zeros_like(self.hits.place)
        inside_mask[:, on] = inside(
            self.hits.place[:, on] / half,
            bent_in(way, normal, -(way * normal).sum(axis=0), cast.index),
            lambda place: ink_at(skin.ink, place * half, self.half),
            Glass(cast.index, np.asarray(dye, np.float32), cast.far * skin.paint, cast.murk, glow),
            self.up,
            lambda place, out: self._beyond(place * half, out, around),
        )
        return inside_mask

    def _beyond(self, place: Array, out: Array, around: Around) -> Array:
        """Light (3, n) that comes to places of the surface from where rays lead that leave it: the
        field, or the sky with the lamp in it."""
        way = self.turn @ out
        down = np.stack([way[0], way[1], np.maximum(way[2], 0.05)])
        seen = around.field(self._on_board(place), down)
        sky = self.light.ambient[1] / (self.light.lamp[1] + self.light.ambient[1])
        in_lamp = 1 / (1 + np.exp(np.clip((0.97 - self.lamp @ out) / 0.01, -40, 40)))
        above = 0.5 * sky + 2.0 * (1 - sky) * in_lamp
        return np.asarray(np.where(way[2] > 0.02, seen, above[None]), np.float32)

    def _on_board(self, place: Array) -> Floats:
        there: Floats = self.centre_mm[:, None] + self.turn @ place
        return there


def _unit(ways: Array) -> Array:
    return np.asarray(ways / np.linalg.norm(ways, axis=0), np.float32)
