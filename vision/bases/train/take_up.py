#!/usr/bin/python3
"""take_up.py: takes a trained network up from the program's own file, so that training can go on where its .pt file is gone.

  take_up.py finder IN.vnet OUT.pt FOLDER...
  take_up.py pose   IN.vnet OUT.pt FOLDER...

The file holds BatchNorm folded into the convolutions. Samples of the tables in the folders tell how to take it out again: OUT.pt says the same."""
import struct
import sys

import numpy as np
import torch
import torch.nn as nn

import finder
import learning
from tables import stems

CONVOLUTION, FULL = 1, 4


def layers_of(path):
    """Kind, weight as torch keeps it, and bias of each layer with weights, in the order in which they run."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:4] == b"VNET", f"{path} is no network"
    _, channels, layer_count, output_count = struct.unpack_from("<4I", data, 4)
    at, counts, out = 20 + 4 * output_count, [channels], []
    for _ in range(layer_count):
        kind, source, _, count, *sizes = struct.unpack_from("<12I", data, at)
        at += 48
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
    learning.fold_norms(net)
    own = [m for m in net.modules() if isinstance(m, (nn.Conv2d, nn.Linear))]
    layers = layers_of(path)
    assert len(own) == len(layers), f"{path} has {len(layers)} layers with weights, the network {len(own)}"
    for m, (_, weight, bias) in zip(own, layers):
        assert m.weight.numel() == weight.size and len(bias) == len(m.bias), f"{path}: a layer is {weight.shape}, not {tuple(m.weight.shape)}"
        m.weight.data = torch.from_numpy(np.ascontiguousarray(weight)).reshape(m.weight.shape).clone()
        m.bias.data = torch.from_numpy(bias.copy())
    return net


def put_norms_back(net, samples):
    """The opposite of `fold_norms`: a BatchNorm behind each convolution, set by the samples so that the network says what it said."""
    def measure(norm, inputs):
        mean, variance = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3), unbiased=False)
        norm.running_mean, norm.running_var = mean, variance
        norm.weight.data, norm.bias.data = torch.sqrt(variance + norm.eps), mean + norm.folded_bias
    for m in net.modules():
        if isinstance(m, nn.Sequential) and len(m) > 1 and isinstance(m[1], nn.Identity):
            m[1] = nn.BatchNorm2d(m[0].out_channels, momentum=learning.MOMENTUM).eval()
            m[1].folded_bias, m[0].bias = m[0].bias.data, None
            m[1].register_forward_pre_hook(measure)
    with torch.no_grad():
        net(samples)
    return net


if __name__ == "__main__":
    if len(sys.argv) < 5 or sys.argv[1] not in ("finder", "pose"):
        sys.exit(__doc__)
    import pose  # which itself takes the finder up
    made, draw, count = (finder.Finder(), finder.draw_map, 16) if sys.argv[1] == "finder" else (pose.Pose(), pose.draw_crop, 1024)
    names, rng = stems(sys.argv[4:]), np.random.default_rng()
    samples = torch.stack([draw(rng, [name])[0] for name in rng.choice(names, count)])
    torch.save(put_norms_back(take_up(made, sys.argv[2]), samples).state_dict(), sys.argv[3])
