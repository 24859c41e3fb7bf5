"""One pass of Adam over a corpus. N texts, T tokens, H = 384, D = 256."""

import numpy as np
import torch
from torch.nn import functional

BATCH_TOKENS, WARM_UP = 2560, 0.05


def fit(student, tokens, loss_of, seed, most_rate, pool, report):
    """`loss_of(outputs, batch, chosen)`: of a batch. `pool`: texts that are sorted by length and cut into batches together."""
    optimiser = torch.optim.AdamW(student.parameters(), lr=most_rate, betas=(0.9, 0.98), weight_decay=0.0, fused=True)
    rng = np.random.default_rng(seed)
    total, done, steps = len(tokens.rows), 0, 0
    order = rng.permutation(total)
    for at in range(0, total, pool):
        batches = tokens.by_length(order[at : at + pool], BATCH_TOKENS)
        losses = []
        for i in rng.permutation(len(batches)):
            chosen = batches[i]
            share = done / total
            optimiser.param_groups[0]["lr"] = most_rate * min(1.0, (share + 1e-3) / WARM_UP) * (1.005 - share)
            batch = tokens.batch(chosen)
            loss = loss_of(student(*batch), batch, chosen)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
            optimiser.step()
            losses.append(loss.item())
            done, steps = done + len(chosen), steps + 1
        report(f"{done} of {total} texts, {steps} steps, loss {np.mean(losses):.4f}")


def loss_of_vectors(whole, targets):
    """Cosines with the targets [N, D] and with the teacher's vectors [N, H]."""

    def loss(outputs, batch, chosen):
        _, pooled, vectors = outputs
        to_targets = 1 - (vectors * torch.from_numpy(targets[chosen])).sum(1)
        to_teacher = 1 - (pooled * torch.from_numpy(whole[chosen])).sum(1)
        return to_targets.mean() + to_teacher.mean()

    return loss


def loss_of_tokens(teacher, plain, whole, targets):
    """The same, and the teacher's last hidden state of every token. Of contrasts (from `plain` on) only the targets count."""

    def loss(outputs, batch, chosen):
        hidden, pooled, vectors = outputs
        with torch.no_grad():
            states = teacher.hidden(*batch)
        is_plain = torch.from_numpy((chosen < plain).astype(np.float32))
        kept = batch[1].unsqueeze(-1) * is_plain[:, None, None]
        to_states = ((hidden - states) ** 2 * kept).sum() / (states**2 * kept).sum().clamp(min=1)
        to_targets = 1 - (vectors * torch.from_numpy(targets[chosen])).sum(1)
        to_teacher = (1 - functional.cosine_similarity(pooled, torch.from_numpy(whole[chosen]))) * is_plain
        return to_targets.mean() + to_teacher.mean() + to_states

    return loss
