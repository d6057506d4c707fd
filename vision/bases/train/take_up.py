#!/usr/bin/python3
"""take_up.py: takes a trained network up from the program's own file, so that training can go on where its .pt file is gone.

  take_up.py finder IN.vnet OUT.pt
  take_up.py pose   IN.vnet OUT.pt

The file holds BatchNorm folded into the convolutions; OUT.pt is a network without it (`fold_norms` in finder.py), which trains on as it is."""
import struct
import sys

import numpy as np
import torch
import torch.nn as nn

import finder

CONVOLUTION, FULL = 1, 4


def layers_of(path):
    """Kind, weight as torch keeps it, and bias of each layer with weights, in the order in which they run."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:4] == b"VNET", f"{path} is no network"
    _, channels, layer_count, output_count = struct.unpack_from("<4I", data, 4)
    at, counts, out = 20 + 4 * output_count, [channels], []
    for _ in range(layer_count):
        kind, source, _, count, *sizes = struct.unpack_from("<10I", data, at)
        at += 40
        if kind in (CONVOLUTION, FULL):
            inside = counts[source]
            shape = (count, sizes[0], sizes[0], inside) if kind == CONVOLUTION else (count, sizes[4], sizes[5], inside)
            bias = np.frombuffer(data, "<f4", count, at)
            weight = np.frombuffer(data, "<f2", int(np.prod(shape)), at + 4 * count).reshape(shape).transpose(0, 3, 1, 2)
            at += 4 * count + 2 * weight.size
            out.append((kind, weight.astype(np.float32), bias))
        counts.append(count)
    assert at == len(data), f"{path}: {len(data) - at} bytes are left over"
    return out


def take_up(net, path):
    """Fills the network from the file. Its modules must run in the order in which they were made."""
    finder.fold_norms(net)
    own = [m for m in net.modules() if isinstance(m, (nn.Conv2d, nn.Linear))]
    layers = layers_of(path)
    assert len(own) == len(layers), f"{path} has {len(layers)} layers with weights, the network {len(own)}"
    for m, (_, weight, bias) in zip(own, layers):
        assert m.weight.numel() == weight.size and len(bias) == len(m.bias), f"{path}: a layer is {weight.shape}, not {tuple(m.weight.shape)}"
        m.weight.data = torch.from_numpy(np.ascontiguousarray(weight)).reshape(m.weight.shape).clone()
        m.bias.data = torch.from_numpy(bias.copy())
    return net


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("finder", "pose"):
        sys.exit(__doc__)
    import pose  # which itself takes the finder up
    made = finder.Finder() if sys.argv[1] == "finder" else pose.Pose()
    torch.save(take_up(made, sys.argv[2]).state_dict(), sys.argv[3])
