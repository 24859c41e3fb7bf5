"""Ranges of what goes into the student's products, over texts of the corpus."""

import numpy as np
import torch

TEXTS, BATCH_TOKENS = 4_000, 4096


@torch.no_grad()
def ranges_of(network, tokens, keep, seed=1):
    """{product: (least, most)}: the quantiles 1 - `keep` and `keep` of the numbers that go in; 1 keeps all of them."""
    seen = {}
    plain = network.linear

    def watched(x, name):
        sample = x.float().reshape(-1)
        seen.setdefault(name, []).append(sample[torch.randint(len(sample), (20_000,), generator=random)] if keep < 1 else sample)
        return plain(x, name)

    random = torch.Generator().manual_seed(seed)
    rows = np.random.default_rng(seed).choice(len(tokens.rows), min(TEXTS, len(tokens.rows)), replace=False)
    network.linear = watched
    least, most = {}, {}
    for chosen in tokens.by_length(np.sort(rows), BATCH_TOKENS):
        network(*tokens.batch(chosen))
        for name, parts in seen.items():
            values = parts.pop()
            low, high = (values.min(), values.max()) if keep == 1 else torch.quantile(values, torch.tensor([1 - keep, keep]))
            least.setdefault(name, []).append(low.item())
            most.setdefault(name, []).append(high.item())
    network.linear = plain
    return {name: (min(least[name]), max(most[name])) for name in least}
