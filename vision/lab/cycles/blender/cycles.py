"""Cycles, set up once a scene: the whole picture, or windows of it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from vision.lab.cycles.blender import placed, stuff

Light = NDArray[np.float16]
"""Linear light (h, w, 3), red first; 1 is white paper in all the light there is."""
PROCESSORS = ("OPTIX", "CUDA", "HIP", "ONEAPI", "METAL")


class Stage:
    """A scene of a description, and pictures of it. One at a time: Blender has only one scene."""

    def __init__(self, spec: dict[str, Any], folder: Path, threads: int, samples: int):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self._spec, self._folder = spec, folder
        self._scene = bpy.context.scene
        self._set_up(threads, samples)
        self._stuffs = {
            name: stuff.make_material(name, one, folder) for name, one in spec["stuffs"].items()
        }
        placed.camera(spec["camera"])
        for lamp in spec["lamps"]:
            placed.lamp(lamp)
        self._sky(spec["sky"])
        self._there = {one["id"]: placed.thing(one, self._stuffs) for one in spec["things"]}

    def whole(self, out: Path) -> Light:
        """All of the picture, without what looks add."""
        self._scene.render.use_border = False
        return self._drawn(out)

    def windows(self, look: dict[str, Any], out: Path) -> Iterator[Light]:
        """The windows of a look, each left, top, right, bottom in whole pixels; what it adds is
        there meanwhile, and what it lacks is not."""
        own = {
            name: stuff.make_material(name, one, self._folder)
            for name, one in look["stuffs"].items()
        }
        added = [placed.thing(one, self._stuffs | own) for one in look["adds"]]
        for name in look["lacks"]:
            self._there[name].hide_render = True
        self._scene.frame_set(1)
        self._scene.render.use_motion_blur = any(
            "moves" in one for one in [*look["adds"], *self._spec["things"]]
        )
        width, height = (self._spec["camera"][name] for name in ("width", "height"))
        for x0, y0, x1, y1 in look["windows"]:
            render = self._scene.render
            render.use_border = render.use_crop_to_border = True
            # Blender rounds down what it multiplies out again.
            render.border_min_x, render.border_max_x = ((x + 0.3) / width for x in (x0, x1))
            render.border_min_y, render.border_max_y = (
                (height - y + 0.3) / height for y in (y1, y0)
            )
            light = self._drawn(out)
            assert light.shape[:2] == (y1 - y0, x1 - x0), (light.shape, (x0, y0, x1, y1))
            yield light
        for name in look["lacks"]:
            self._there[name].hide_render = False
        for one in added:
            bpy.data.objects.remove(one, do_unlink=True)
        for one in own.values():
            bpy.data.materials.remove(one)

    def _set_up(self, threads: int, samples: int) -> None:
        scene, camera = self._scene, self._spec["camera"]
        scene.render.engine = "CYCLES"
        cycles = scene.cycles
        cycles.device = "GPU" if _has_graphics_processor() else "CPU"
        cycles.samples, cycles.use_denoising = samples, True
        cycles.denoiser, cycles.denoising_quality = "OPENIMAGEDENOISE", "FAST"
        cycles.denoising_prefilter = "FAST"
        cycles.use_light_tree = False
        cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.03
        cycles.max_bounces, cycles.diffuse_bounces = 8, 1
        cycles.glossy_bounces, cycles.transmission_bounces = 2, 8
        cycles.transparent_max_bounces = 8
        cycles.caustics_reflective = cycles.caustics_refractive = False
        cycles.sample_clamp_indirect = 4.0
        cycles.pixel_filter_type, cycles.filter_width = "BLACKMAN_HARRIS", 1.5
        cycles.seed = int(self._spec["seed"]) % 2**31
        render = scene.render
        render.threads_mode, render.threads = "FIXED", threads
        render.resolution_x, render.resolution_y = camera["width"], camera["height"]
        render.resolution_percentage = 100
        render.use_persistent_data = True
        render.motion_blur_shutter, render.motion_blur_position = 2.0, "CENTER"
        picture = render.image_settings
        picture.file_format, picture.color_mode, picture.color_depth = "OPEN_EXR", "RGB", "16"
        picture.exr_codec = "NONE"
        scene.view_settings.view_transform = "Raw"

    def _sky(self, spec: dict[str, Any]) -> None:
        """Light from everywhere: what is above, and darker what is beside."""
        world = bpy.data.worlds.new("sky")
        self._scene.world = world
        world.use_nodes = True
        ground = world.node_tree.nodes["Background"]
        ground.inputs["Color"].default_value = (*spec["colour"], 1.0)
        ground.inputs["Strength"].default_value = spec["light"]

    def _drawn(self, out: Path) -> Light:
        self._scene.render.filepath = str(out)
        with _silent():
            bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(str(out))
        image.colorspace_settings.name = "Non-Color"
        width, height = image.size
        row = np.empty(width * height * 4, np.float32)
        image.pixels.foreach_get(row)
        bpy.data.images.remove(image)
        out.unlink()
        picture = row.reshape(height, width, 4)[::-1, :, :3]
        return np.asarray(np.clip(picture, 0, 60000), np.float16)


def _has_graphics_processor() -> bool:
    """Whether Cycles found a graphics processor; then it uses all of them."""
    chosen = bpy.context.preferences.addons["cycles"].preferences
    for kind in PROCESSORS:
        try:
            chosen.compute_device_type = kind
        except TypeError:  # this build of Blender does not know it
            continue
        chosen.get_devices()
        found = [one for one in chosen.devices if one.type == kind]
        if found:
            for one in chosen.devices:
                one.use = one.type == kind
            return True
    return False


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """Silence standard output: Blender prints a line for every picture it saves, past Python."""
    kept = os.dup(1)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
