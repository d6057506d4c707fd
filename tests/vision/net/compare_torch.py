#!/usr/bin/python3
"""Random networks in PyTorch and, exported, in vision/net: the same outputs within 1e-3. Usage: compare_torch.py NET_EVALUATE.
Skipped (77) where there is no PyTorch."""
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../vision/net"))
try:
    import numpy as np
    import torch
    from torch import nn
except ImportError:
    print("there is no PyTorch")
    sys.exit(77)
from export import Network, fold, half  # noqa: E402

WITHIN = 1e-3  # of the largest value


class Conv(nn.Module):
    """Convolution and BatchNorm with statistics as after training."""

    def __init__(self, inside, out, k, stride=1, dilation=1):
        super().__init__()
        self.conv = nn.Conv2d(inside, out, k, stride, dilation * (k // 2), dilation, bias=False)
        self.norm = nn.BatchNorm2d(out)
        nn.init.uniform_(self.norm.weight, 0.5, 1.5)
        nn.init.uniform_(self.norm.bias, -0.3, 0.3)
        self.norm.running_mean.uniform_(-0.3, 0.3)
        self.norm.running_var.uniform_(0.5, 1.5)

    def forward(self, x):
        return self.norm(self.conv(x))

    def folded(self):
        n = self.norm
        arrays = [t.detach().numpy() for t in (self.conv.weight, n.weight, n.bias, n.running_mean, n.running_var)]
        return fold(arrays[0], None, *arrays[1:], eps=n.eps)

    def export(self, net, source, **more):
        return net.conv(source, *self.folded(), stride=self.conv.stride[0], dilation=self.conv.dilation[0], **more)


class Finder(nn.Module):
    channels = 3

    def __init__(self):
        super().__init__()
        self.s = nn.ModuleList([Conv(3, 16, 3, 2), Conv(16, 32, 3, 2), Conv(32, 64, 3, 2)])
        self.r = nn.ModuleList([Conv(32, 32, 3), Conv(32, 32, 3), Conv(64, 64, 3, dilation=2), Conv(64, 64, 3)])
        self.up = Conv(64, 32, 1)
        self.last = Conv(32, 24, 1)

    def forward(self, x):
        fine = torch.relu(self.s[1](torch.relu(self.s[0](x))))
        fine = torch.relu(self.r[1](torch.relu(self.r[0](fine))) + fine)
        coarse = torch.relu(self.s[2](fine))
        coarse = torch.relu(self.r[3](torch.relu(self.r[2](coarse))) + coarse)
        return [self.last(nn.functional.interpolate(self.up(coarse), scale_factor=2, mode="nearest") + fine), coarse]

    def export(self):
        net = Network(3)
        fine = self.s[1].export(net, self.s[0].export(net, net.input, relu=True), relu=True)
        fine = self.r[1].export(net, self.r[0].export(net, fine, relu=True), relu=True, add=fine)
        coarse = self.s[2].export(net, fine, relu=True)
        coarse = self.r[3].export(net, self.r[2].export(net, coarse, relu=True), relu=True, add=coarse)
        return net, [self.last.export(net, net.up_add(self.up.export(net, coarse), fine)), coarse]


class Pose(nn.Module):
    channels = 5

    def __init__(self):
        super().__init__()
        self.s = nn.ModuleList([Conv(5, 16, 3), Conv(16, 32, 3, 2), Conv(32, 40, 3, 2)])
        self.flat = nn.Linear(40 * 4 * 4, 24)
        self.mean = nn.Linear(40, 7)

    def forward(self, x):
        for s in self.s:
            x = torch.relu(s(x))
        return [torch.relu(self.flat(torch.flatten(x, 1)))[:, :, None, None], self.mean(x.mean((2, 3)))[:, :, None, None]]

    def export(self):
        net = Network(5)
        x = net.input
        for s in self.s:
            x = s.export(net, x, relu=True)
        full = [[t.detach().numpy() for t in (l.weight, l.bias)] for l in (self.flat, self.mean)]
        return net, [net.full(x, *full[0], relu=True, height=4, width=4), net.full(net.average(x), *full[1])]


def compare(model, batch, height, width):
    x = torch.rand(batch, model.channels, height, width)
    net, outputs = model.export()
    with torch.no_grad(), tempfile.NamedTemporaryFile(suffix=".vnet") as file:
        expected = [t.numpy() for t in model(x)]
        net.write(file.name, outputs)
        sent = np.ascontiguousarray(x.numpy().transpose(0, 2, 3, 1)).tobytes()
        run = subprocess.run([sys.argv[1], file.name, str(batch), str(height), str(width)], input=sent, stdout=subprocess.PIPE, check=True)
    got = np.frombuffer(run.stdout, np.float32)
    for e in expected:
        n, c, h, w = e.shape
        is_, got = got[: e.size].reshape(n, h, w, c).transpose(0, 3, 1, 2), got[e.size :]
        off = np.abs(is_ - e).max() / np.abs(e).max()
        print("%s: off by %.1e of the largest value" % (type(model).__name__, off))
        assert off < WITHIN
    assert got.size == 0


torch.manual_seed(1)
models = [Finder().eval(), Pose().eval()]
for model in models:  # weights as they are stored, so that the comparison is of the arithmetic alone; folding still rounds once more
    for p in model.parameters():
        p.data = torch.from_numpy(half(p.detach().numpy()))
compare(models[0], 1, 48, 80)
compare(models[0], 2, 112, 96)
compare(models[1], 5, 16, 16)
