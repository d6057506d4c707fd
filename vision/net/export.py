#!/usr/bin/python3
"""Writes networks for vision/net (the file's form: vision/net/blob.h). Needs numpy alone; weights come from PyTorch as arrays.

    net = Network(channels=3)
    a = net.conv(net.input, weight, bias, stride=2, relu=True)     # weight [out][in][k][k], as torch.nn.Conv2d.weight
    b = net.conv(a, weight, bias, relu=True)
    c = net.conv(b, weight, bias, relu=True, add=a)                # relu(conv(b) + a)
    d = net.conv(c, weight, bias, stride=2, relu=True)
    e = net.up_add(net.conv(d, weight, bias), c)                   # nearest x 2, then + c
    f = net.full(net.average(e), weight, bias)                     # weight [out][in], as torch.nn.Linear.weight
    g = net.full(e, weight, bias, height=6, width=6)               # weight [out][channel * 6 * 6], of torch.flatten of [channel][y][x]
    net.levels(a, 0, 3.1)                                          # kept as bytes, for values from 0 to 3.1
    net.write("vision/net/name.vnet", outputs=[f, g])

BatchNorm is to be folded into weight and bias by the caller; fold() does it. Weights are stored as 16-bit floats, so compare with a network
whose weights were rounded by half(). Padding is dilation * (k // 2), always.
"""
import struct

import numpy as np

VERSION = 2
CONVOLUTION, UP_ADD, AVERAGE, FULL = 1, 2, 3, 4
NO_TENSOR = 0xFFFFFFFF


def half(weight):
    """What the program will compute with: rounded to 16-bit floats."""
    return np.asarray(weight, np.float16).astype(np.float32)


def fold(weight, bias, gamma, beta, mean, variance, eps=1e-5):
    """Weight and bias of a convolution (bias may be None) followed by a BatchNorm, as one convolution."""
    scale = np.asarray(gamma) / np.sqrt(np.asarray(variance) + eps)
    shift = np.zeros_like(scale) if bias is None else np.asarray(bias)
    weight = np.asarray(weight)
    return weight * scale.reshape(-1, *[1] * (weight.ndim - 1)), (shift - mean) * scale + beta


class Network:
    """Layers in the order in which they run. Each method returns the number of the tensor that it makes."""

    input = 0

    def __init__(self, channels):
        self.channels = [channels]
        self.layers, self.kept = [], []

    def _add(self, kind, source, other, channels, sizes, bias=None, weight=None):
        for tensor in [source] if other is None else [source, other]:
            assert 0 <= tensor < len(self.channels), "a layer reads earlier tensors"
        assert other != 0, "the input can't be added"
        head = struct.pack("<10I", kind, source, NO_TENSOR if other is None else other, channels, *sizes)
        self.kept.append((0.0, 0))
        body = b""
        if weight is not None:
            weight = np.ascontiguousarray(weight)
            bias = np.zeros(channels) if bias is None else np.asarray(bias)
            assert bias.shape == (channels,) and np.isfinite(bias).all()
            packed = weight.astype("<f2")
            assert np.isfinite(packed).all(), "a weight is not finite, or too large for 16 bits"
            body = bias.astype("<f4").tobytes() + packed.tobytes()
        self.layers.append((head, body))
        self.channels.append(channels)
        return len(self.layers)

    def conv(self, source, weight, bias=None, stride=1, dilation=1, relu=False, add=None):
        weight = np.asarray(weight)
        out, inside, k, width = weight.shape
        assert k == width and k in (1, 3) and stride in (1, 2) and dilation in (1, 2)
        assert inside == self.channels[source] and (add is None or self.channels[add] == out)
        return self._add(CONVOLUTION, source, add, out, [k, stride, dilation, int(relu), 0, 0], bias, weight.transpose(0, 2, 3, 1))

    def up_add(self, coarse, fine):
        assert self.channels[coarse] == self.channels[fine]
        return self._add(UP_ADD, coarse, fine, self.channels[fine], [0] * 6)

    def average(self, source):
        return self._add(AVERAGE, source, None, self.channels[source], [0] * 6)

    def full(self, source, weight, bias=None, relu=False, height=1, width=1):
        weight = np.asarray(weight)
        out = weight.shape[0]
        weight = weight.reshape(out, self.channels[source], height, width).transpose(0, 2, 3, 1)
        return self._add(FULL, source, None, out, [0, 0, 0, int(relu), height, width], bias, weight)

    def levels(self, tensor, low, high):
        """Keeps a layer's output as 256 levels, for values from low <= 0 to high > 0; what is beyond them is cut off."""
        assert low <= 0 < high
        step = (high - low) / 255
        self.kept[tensor - 1] = (step, round(-low / step))

    def write(self, path, outputs):
        assert len(set(outputs)) == len(outputs) >= 1 and all(1 <= o <= len(self.layers) for o in outputs)
        with open(path, "wb") as file:
            file.write(b"VNET" + struct.pack("<4I", VERSION, self.channels[0], len(self.layers), len(outputs)))
            file.write(struct.pack("<%dI" % len(outputs), *outputs))
            for (head, body), kept in zip(self.layers, self.kept):
                file.write(head + struct.pack("<fI", *kept) + body)
