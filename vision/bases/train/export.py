#!/usr/bin/python3
"""export.py: writes the trained networks in the program's own form.

  export.py finder IN.pt OUT.vnet FOLDER...
  export.py pose   IN.pt OUT.vnet FOLDER...
  export.py cells  IN.pt OUT.vnet FOLDER...
  export.py fronts IN.pt OUT.vnet FOLDER...
  export.py edges  IN.pt OUT.vnet FOLDER...

Samples of the tables in the folders tell how large the values of each layer become: inside, the program keeps them as 256 levels."""
import functools
import os
import sys

import numpy as np
import torch

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "net"))
from export import Network

import cells
import edges
import finder
import fronts
import learning
import pose
from tables import stems


def measure(model, samples, share):
    """Between which values what each module of the network takes and gives lies, over all samples: (of input, of output) by module. share: of the
    values, the rest is cut off; few large ones would leave the others few levels."""
    seen = {}

    def ends(values):
        if share == 1:
            return float(values.min()), float(values.max())
        return tuple(np.quantile(values.flatten()[::7].numpy(), [1 - share, share]))

    def note(module, inputs, output):
        seen.setdefault(module, []).append((ends(inputs[0]), ends(output)))

    hooks = [m.register_forward_hook(note) for m in model.modules()]
    with torch.no_grad():
        for batch in samples.split(32 if share == 1 else 256):
            model(batch)
    for h in hooks:
        h.remove()

    def together(ends):
        low, high = zip(*ends)
        return (min(0, *low), max(0, *high)) if share == 1 else (min(0, np.mean(low)), max(0, np.mean(high)))
    return {module: tuple(together(e) for e in zip(*batches)) for module, batches in seen.items()}


class Writer(Network):
    """A network whose layers are modules of `model`, kept as levels of what the samples gave."""

    def __init__(self, channels, model, samples, share=1):
        super().__init__(channels)
        self.ranges = measure(model, samples, share)

    def module(self, source, m, **how):
        """A convolution with its BatchNorm folded in (`learning.fold_norms`)."""
        at = self.conv(source, m[0].weight.detach().numpy(), m[0].bias.detach().numpy(), stride=m[0].stride[0], **how)
        self.levels(at, *self.ranges[m][1])
        return at

    def residual(self, source, r):
        at = self.module(self.module(source, r.a, relu=True), r.b, relu=True, add=source)
        self.levels(at, *self.ranges[r][1])
        return at

    def up(self, coarse, m, fine, after):
        """Up-add, then what reads it."""
        at = self.up_add(self.module(coarse, m), fine)
        self.levels(at, *self.ranges[after][0])
        return self.module(at, after, relu=True)


def write_finder(model, samples, path):
    f, net = model, Writer(3, model, samples)
    a = net.residual(net.module(net.module(net.input, f.s2, relu=True), f.s4, relu=True), f.r4)
    b = net.residual(net.residual(net.module(a, f.s8, relu=True), f.r8a), f.r8b)
    c = net.residual(net.module(b, f.s16, relu=True), f.r16)
    a = net.up(net.up(c, f.up8, b, f.m8), f.up4, a, f.m4)
    net.write(path, outputs=[net.conv(a, f.out.weight.detach().numpy(), f.out.bias.detach().numpy())])


def write_body(net, body):
    at = net.input
    for layer in body:
        at = net.residual(at, layer) if isinstance(layer, learning.Residual) else net.module(at, layer, relu=True)
    return at


def write_pose(model, samples, path):
    net = Writer(pose.INPUTS, model, samples)
    first, last = ((m.weight.detach().numpy(), m.bias.detach().numpy()) for m in (model.head[0], model.head[2]))
    at = net.full(write_body(net, model.body), *first, relu=True, height=6, width=6)
    net.write(path, outputs=[net.full(at, *last)])


def write_map(model, samples, path, share=1):
    """A network whose head is one convolution: `cells`, `fronts` and `edges`."""
    net = Writer(samples.shape[1], model, samples, share)
    net.write(path, outputs=[net.conv(write_body(net, model.body), model.head.weight.detach().numpy(), model.head.bias.detach().numpy())])


KINDS = dict(finder=(finder.Finder, finder.draw_map, 64, write_finder), pose=(pose.Pose, pose.draw_crop, 2048, write_pose),
             cells=(cells.Cells, cells.draw, 2048, write_map), fronts=(fronts.Fronts, fronts.draw, 2048, write_map),
             edges=(edges.Edges, edges.draw, 2048, functools.partial(write_map, share=0.999)))

if __name__ == "__main__":
    if len(sys.argv) < 5 or sys.argv[1] not in KINDS:
        sys.exit(__doc__)
    make, draw, count, write = KINDS[sys.argv[1]]
    names, rng = stems(sys.argv[4:]), np.random.default_rng(1)
    samples = torch.stack([draw(rng, names)[0] for _ in range(count)])
    write(learning.fold_norms(learning.read_net(make(), sys.argv[2])).eval(), samples, sys.argv[3])
