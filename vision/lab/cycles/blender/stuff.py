"""Materials as Blender's shaders."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy

from vision.lab.cycles.blender.scale import UNIT_MM

THIN = 0.4
"""The dye of clear things, as a power of the colour they have in the end."""


class Shader:
    """One material's nodes, as they are put together."""

    def __init__(self, name: str):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self._tree = self.material.node_tree
        self._tree.nodes.clear()

    def node(self, kind: str, **inputs: Any) -> Any:
        """A node by Blender's name for it; inputs by their names, `_` for a space: a value, or an
        output of another node."""
        node = self._tree.nodes.new(kind)
        for name, value in inputs.items():
            self.put(node, name.replace("_", " "), value)
        return node

    def put(self, node: Any, name: str | int, value: Any) -> None:
        socket = node.inputs[name]
        if isinstance(value, bpy.types.NodeSocket):
            self._tree.links.new(value, socket)
        else:
            socket.default_value = value

    def ended(self, surface: Any) -> Any:
        self.node("ShaderNodeOutputMaterial", Surface=surface)
        return self.material

    def place(self) -> Any:
        """The place on the thing, in units of 1 mm, with a shift of its own for each thing."""
        where = self.node("ShaderNodeTexCoord").outputs["Object"]
        luck = self.node("ShaderNodeObjectInfo").outputs["Random"]
        far = self.node("ShaderNodeMath")
        far.operation = "MULTIPLY"
        self.put(far, 0, luck)
        self.put(far, 1, 500.0)
        shift = self.node("ShaderNodeCombineXYZ", X=far.outputs[0], Y=far.outputs[0])
        both = self.node("ShaderNodeVectorMath")
        both.operation = "MULTIPLY_ADD"
        for number, value in enumerate((where, (UNIT_MM,) * 3, shift.outputs[0])):
            self.put(both, number, value)
        return both.outputs[0]

    def noise(self, place: Any, size_mm: float, detail: float = 2.0, bent: float = 0.0) -> Any:
        return self.node(
            "ShaderNodeTexNoise", Vector=place, Scale=1 / size_mm, Detail=detail, Distortion=bent
        ).outputs["Fac"]

    def between(self, part: Any, low: Any, high: Any) -> Any:
        """A mix of two colours."""
        mix = self._tree.nodes.new("ShaderNodeMix")
        mix.data_type = "RGBA"
        self.put(mix, 0, part)
        self.put(mix, 6, low)
        self.put(mix, 7, high)
        return mix.outputs[2]

    def steep(self, value: Any, low: float, high: float) -> Any:
        """0 below low, 1 above high."""
        ramp = self.node("ShaderNodeMapRange", Value=value)
        self.put(ramp, "From Min", low)
        self.put(ramp, "From Max", high)
        return ramp.outputs[0]

    def bumped(self, height: Any, deep_mm: float) -> Any:
        bump = self.node("ShaderNodeBump", Height=height, Strength=1.0)
        self.put(bump, "Distance", deep_mm / UNIT_MM)
        return bump.outputs[0]

    def picture(self, path: Path, chart: Any = None, smooth: bool = True) -> Any:
        image = self.node("ShaderNodeTexImage")
        image.image = bpy.data.images.load(str(path), check_existing=True)
        image.interpolation = "Linear" if smooth else "Closest"
        image.extension = "EXTEND"
        if chart is not None:
            self.put(image, "Vector", chart)
        return image.outputs["Color"]

    def clear(self, paint: Any, rough: float, index: float) -> Any:
        """Light goes through, and a shadow is as coloured as the thing. Light meets the dye at each
        face, some four times: it is thinner than the thing looks."""
        paint = self.node("ShaderNodeGamma", Color=paint, Gamma=THIN).outputs[0]
        glass = self.node("ShaderNodeBsdfPrincipled", Base_Color=paint, Roughness=rough, IOR=index)
        self.put(glass, "Transmission Weight", 1.0)
        veil = self.node("ShaderNodeBsdfTransparent", Color=paint).outputs[0]
        shadow = self.node("ShaderNodeLightPath").outputs["Is Shadow Ray"]
        return self.mixed(shadow, glass.outputs[0], veil)

    def mixed(self, part: Any, first: Any, second: Any) -> Any:
        mix = self.node("ShaderNodeMixShader", Fac=part)
        self.put(mix, 1, first)
        self.put(mix, 2, second)
        return mix.outputs[0]


def make_material(name: str, spec: dict[str, Any], folder: Path) -> Any:
    """The material of a description; pictures lie in the folder."""
    shader = Shader(name)
    paint = _paint(shader, spec, folder)
    surface = _surface(shader, spec, paint)
    if "pips" in spec:
        mask = shader.picture(folder / spec["pips"])
        ink = shader.node(
            "ShaderNodeBsdfPrincipled", Base_Color=linear(spec["ink"]), Roughness=0.35
        )
        surface = shader.mixed(mask, surface, ink.outputs[0])
    return shader.ended(surface)


def _paint(shader: Shader, spec: dict[str, Any], folder: Path) -> Any:
    kind = spec["kind"]
    colour, second = linear(spec["colour"]), linear(spec.get("second", spec["colour"]))
    if "picture" in spec:
        chart = shader.node("ShaderNodeTexCoord").outputs["UV"]
        colour = shader.picture(folder / spec["picture"], chart)
        second = shader.between(0.25, colour, (0.0, 0.0, 0.0, 1.0))
    grain = spec.get("grain_mm", 1.0)
    if kind in {"plastic", "metal", "clear", "picture"}:
        return colour
    place = shader.place()
    if kind == "wood":
        stretch = shader.node("ShaderNodeVectorMath")
        stretch.operation = "MULTIPLY"
        shader.put(stretch, 0, place)
        shader.put(stretch, 1, spec.get("along", (0.06, 1.0, 1.0)))
        rings = shader.noise(stretch.outputs[0], grain, 5.0, 1.5)
        return shader.between(shader.steep(rings, 0.32, 0.68), colour, second)
    if kind == "marble":
        swirl = shader.noise(place, grain, 3.0, 4.0)
        return shader.between(shader.steep(swirl, 0.35, 0.65), colour, second)
    if kind == "cork":
        specks = shader.noise(place, grain, 4.0)
        return shader.between(shader.steep(specks, 0.45, 0.68), colour, second)
    if kind == "cloth":
        fine = shader.noise(place, 0.7 * grain, 1.0)
        return shader.between(shader.steep(fine, 0.2, 0.8), colour, second)
    soft = shader.noise(place, 60.0, 2.0)
    return shader.between(shader.steep(soft, 0.2, 0.9), colour, second)


def _surface(shader: Shader, spec: dict[str, Any], paint: Any) -> Any:
    kind, rough = spec["kind"], spec.get("rough", 0.4)
    if kind == "clear":
        glass = shader.clear(paint, rough, spec.get("index", 1.49))
        if not spec.get("murk"):
            return glass
        haze = shader.node("ShaderNodeBsdfPrincipled", Base_Color=paint, Roughness=rough)
        return shader.mixed(spec["murk"], glass, haze.outputs[0])
    body = shader.node("ShaderNodeBsdfPrincipled", Base_Color=paint, Roughness=rough)
    if spec.get("coat"):
        shader.put(body, "Coat Weight", 1.0)
        shader.put(body, "Coat Roughness", 1.0 - spec["coat"])
    if kind == "metal":
        shader.put(body, "Metallic", 1.0)
    if kind == "skin":
        shader.put(body, "Subsurface Weight", 0.15)
    if "deep_mm" in spec:
        height = shader.noise(shader.place(), spec.get("rough_mm", 0.8), 2.0)
        shader.put(body, "Normal", shader.bumped(height, spec["deep_mm"]))
    seen = body.outputs[0]
    if spec.get("clear_part"):  # half clear: a part of the light goes through
        glass = shader.clear(paint, rough, 1.49)
        seen = shader.mixed(spec["clear_part"], seen, glass)
    return seen


def linear(colour: str) -> tuple[float, float, float, float]:
    """Light of a colour as the web writes it, `#rrggbb`."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return (r, g, b, 1.0)
