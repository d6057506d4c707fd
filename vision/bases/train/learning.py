"""learning.py: what the networks have in common: the layers that they are made of, how they are read, and how they are trained."""
import os
import sys
import time

import cv2
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.fusion import fuse_conv_bn_eval

from tables import stems

THREADS = int(os.environ.get("THREADS", 2))
MOMENTUM = 0.05  # of BatchNorm's running means
RATE = float(os.environ.get("RATE", 2e-3))  # at its highest; training that goes on may begin lower
with open("/proc/cpuinfo") as cpu:  # elsewhere PyTorch's bfloat16 takes many times as long as 32 bits
    HALF = "avx512_bf16" in cpu.read()


def conv(a, b, k=3, s=1, relu=True):
    layers = [nn.Conv2d(a, b, k, s, k // 2, bias=False), nn.BatchNorm2d(b, momentum=MOMENTUM)]
    return nn.Sequential(*layers, nn.ReLU(inplace=True)) if relu else nn.Sequential(*layers)


class Residual(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.a, self.b = conv(n, n), conv(n, n, relu=False)

    def forward(self, x):
        return F.relu(self.b(self.a(x)) + x)


def fold_norms(net):
    """Makes every convolution and its BatchNorm one convolution with a bias: what the program runs, and what training goes on with."""
    for m in net.modules():
        if isinstance(m, nn.Sequential) and len(m) > 1 and isinstance(m[1], nn.BatchNorm2d):
            m[0] = fuse_conv_bn_eval(m[0].eval(), m[1].eval())
            m[1] = nn.Identity()
    return net


def read_net(net, path):
    """The network with the file's weights: folded where the file's are."""
    state = torch.load(path)
    if not any("running_mean" in k for k in state):
        fold_norms(net)
    net.load_state_dict(state)
    return net


class Samples(torch.utils.data.IterableDataset):
    """Endless; the folders are read again now and then, so that pictures may be drawn while the training runs."""

    def __init__(self, folders, draw):
        self.folders, self.draw = folders, draw

    def __iter__(self):
        cv2.setNumThreads(1)
        rng = np.random.default_rng(time.time_ns())
        for k in range(10 ** 9):
            if k % 500 == 0:
                names = stems(self.folders)
            yield self.draw(rng, names)


def train(net, path, minutes, folders, draw, loss_of, batch, workers=1, every=50, least_rate=0.01, mirrored=None):
    """Trains the network, from where the file leaves it, on samples of draw(rng, names): the input, then what loss_of(output, ...) takes. It gives the
    loss and its parts by name. The rate falls to a share of least_rate. mirrored: what makes a batch its own mirror image, for every other one."""
    torch.set_num_threads(THREADS)
    if os.path.exists(path):
        net = read_net(net, path)
    net = net.to(memory_format=torch.channels_last)
    opt = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-4)
    loader = iter(torch.utils.data.DataLoader(Samples(folders, draw), batch_size=batch, num_workers=workers))
    begun, step, mean = time.time(), 0, None
    while (t := (time.time() - begun) / 60 / minutes) < 1:
        for g in opt.param_groups:
            g["lr"] = RATE * min(1, (step + 20) / 200) * (least_rate + (1 - least_rate) * 0.5 * (1 + np.cos(np.pi * t)))
        x, *want = next(loader)
        if mirrored and step % 2 == 0:
            x, *want = mirrored(x, *want)
        net.train()
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=HALF):
            out = net(x.to(memory_format=torch.channels_last))
        loss, parts = loss_of(out.float(), *want)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5)
        opt.step()
        now = np.array([loss.item(), *[v.item() for v in parts.values()]])
        mean = now if mean is None else 0.98 * mean + 0.02 * now
        step += 1
        if step % every == 0:
            print(f"{(time.time() - begun) / 60:5.1f} min, {step}: {mean[0]:.4f}", *[f"{k} {v:.4f}" for k, v in zip(parts, mean[1:])], flush=True)
            torch.save(net.state_dict(), path)
    torch.save(net.state_dict(), path)


def command(usage, train, test):
    """NAME.py train OUT.pt MINUTES FOLDER..., or NAME.py test OUT.pt FOLDER..."""
    words = sys.argv[1:]
    if len(words) > 3 and words[0] == "train":
        train(words[1], float(words[2]), words[3:])
    elif len(words) > 2 and words[0] == "test":
        test(words[1], words[2:])
    else:
        sys.exit(usage)
