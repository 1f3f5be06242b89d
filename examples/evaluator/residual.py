"""A residual net in PyTorch.

    residual.py train PREFIX NET.pt [EPOCHS]   learns from the arrays of `gammonlab features export --out PREFIX.npy`
    residual.py serve NET.pt                   evaluates for gammonlab: --model "evaluator:python3 residual.py serve NET.pt"
"""
import hashlib, json, struct, sys
import numpy as np
import torch
from torch import nn


class Residual(nn.Module):
    def __init__(self, inputs, width=192, blocks=3):
        super().__init__()
        self.first = nn.Linear(inputs, width)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.GELU(), nn.Linear(width, width))
            for _ in range(blocks))
        self.last = nn.Linear(width, 5)

    def forward(self, x):
        x = self.first(x)
        for block in self.blocks:
            x = x + block(x)
        return self.last(x)


def train(prefix, out, epochs=6):
    torch.manual_seed(1)
    about = json.load(open(prefix + ".json"))
    x = torch.from_numpy(np.load(prefix + ".inputs.npy"))
    y = torch.from_numpy(np.load(prefix + ".targets.npy"))
    rows = torch.randperm(len(x))
    held, rows = rows[:len(x) // 20], rows[len(x) // 20:]
    net = Residual(x.shape[1])
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.002)
    steps = epochs * (len(rows) // 256)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    loss = nn.BCEWithLogitsLoss()
    equity = torch.tensor([2.0, 1, 1, -1, -1])
    for epoch in range(epochs):
        for batch in rows[torch.randperm(len(rows))][:len(rows) // 256 * 256].view(-1, 256):
            optimizer.zero_grad()
            loss(net(x[batch]), y[batch]).backward()
            optimizer.step()
            schedule.step()
        with torch.no_grad():
            miss = (torch.sigmoid(net(x[held])) - y[held]) @ equity
        print(f"epoch {epoch + 1}: RMSE {1000 * miss.square().mean().sqrt():.0f} mEq on {len(held)} positions held out", flush=True)
    torch.save({"features": about["features"], "inputs": x.shape[1], "state": net.state_dict()}, out)


def serve(path):
    saved = torch.load(path)
    net = Residual(saved["inputs"])
    net.load_state_dict(saved["state"])
    net.eval()
    width = saved["inputs"]
    print(json.dumps({
        "evaluator": 1, "name": "residual", "inputs": saved["features"], "batch": 4096,
        "digest": hashlib.sha256(open(path, "rb").read()).hexdigest(),
        "outputs": ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"],
    }), flush=True)
    with torch.inference_mode():
        while head := sys.stdin.buffer.read(4):
            n = struct.unpack("<I", head)[0]
            x = np.frombuffer(sys.stdin.buffer.read(4 * width * n), np.float32).reshape(n, width)
            y = torch.sigmoid(net(torch.from_numpy(x.copy())))
            sys.stdout.buffer.write(head + y.numpy().astype("<f4").tobytes())
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    {"train": train, "serve": serve}[sys.argv[1]](*sys.argv[2:4], *map(int, sys.argv[4:]))
