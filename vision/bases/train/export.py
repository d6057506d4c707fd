#!/usr/bin/python3
"""export.py: writes the trained networks in the program's own form.

  export.py finder IN.pt OUT.vnet
  export.py pose   IN.pt OUT.vnet"""
import os
import sys

import torch

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "net"))
from export import Network

import finder
import pose


def folded(layers):
    """Weight and bias of a convolution, its BatchNorm folded in (`finder.fold_norms`)."""
    return layers[0].weight.detach().numpy(), layers[0].bias.detach().numpy()


def residual(net, at, r):
    inner = net.conv(at, *folded(r.a), relu=True)
    return net.conv(inner, *folded(r.b), relu=True, add=at)


def write_finder(source, path):
    f = finder.fold_norms(finder.read_net(finder.Finder(), source))
    net = Network(channels=3)
    s2 = net.conv(net.input, *folded(f.s2), stride=2, relu=True)
    a = residual(net, net.conv(s2, *folded(f.s4), stride=2, relu=True), f.r4)
    b = residual(net, residual(net, net.conv(a, *folded(f.s8), stride=2, relu=True), f.r8a), f.r8b)
    c = residual(net, net.conv(b, *folded(f.s16), stride=2, relu=True), f.r16)
    b = net.conv(net.up_add(net.conv(c, *folded(f.up8)), b), *folded(f.m8), relu=True)
    a = net.conv(net.up_add(net.conv(b, *folded(f.up4)), a), *folded(f.m4), relu=True)
    net.write(path, outputs=[net.conv(a, f.out.weight.detach().numpy(), f.out.bias.detach().numpy())])


def write_pose(source, path):
    p = finder.fold_norms(pose.read_net(pose.Pose(), source))
    net = Network(channels=pose.INPUTS)
    body = list(p.body)
    at = net.input
    for k, layer in enumerate(body):
        at = residual(net, at, layer) if isinstance(layer, finder.Residual) else net.conv(at, *folded(layer), stride=layer[0].stride[0], relu=True)
    first, last = p.head[0], p.head[2]
    at = net.full(at, first.weight.detach().numpy(), first.bias.detach().numpy(), relu=True, height=6, width=6)
    net.write(path, outputs=[net.full(at, last.weight.detach().numpy(), last.bias.detach().numpy())])


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("finder", "pose"):
        sys.exit(__doc__)
    (write_finder if sys.argv[1] == "finder" else write_pose)(sys.argv[2], sys.argv[3])
