#!/usr/bin/python3
"""Writes small.vnet, the little network that test_net_use.c computes by plain loops: every kind of layer, random weights. Needs numpy."""
import os
import sys

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "../../../vision/net"))
sys.dont_write_bytecode = True
from export import Network  # noqa: E402

dice = np.random.RandomState(1)


def weight(*shape):
    """Whole 127ths of each channel's largest times a power of two, so that levels are multiplied exactly; the values stay near 1."""
    whole = dice.randint(-127, 128, shape)
    whole.reshape(shape[0], -1)[:, 0] = 127
    return whole * 2.0 ** np.round(np.log2(np.sqrt(6 / np.prod(shape[1:])) / 127)), dice.randint(-50, 50, shape[0]) / 256


net = Network(channels=3)
a = net.conv(net.input, *weight(16, 3, 3, 3), relu=True)
b = net.conv(a, *weight(16, 16, 3, 3), dilation=2, relu=True, add=a)
c = net.conv(b, *weight(24, 16, 3, 3), stride=2, relu=True)
up = net.conv(c, *weight(16, 24, 1, 1))
d = net.up_add(up, b)
e = net.conv(d, *weight(5, 16, 3, 3))
f = net.full(net.average(c), *weight(8, 24), relu=True)
g = net.full(c, *weight(7, 24 * 6 * 6), height=6, width=6)
for tensor, low, high in [(a, 0, 255 / 64), (b, 0, 255 / 32), (up, -4, 3.96875), (d, -4, 11.9375)]:
    net.levels(tensor, low, high)
net.write(os.path.join(here, "small.vnet"), outputs=[e, f, g])
