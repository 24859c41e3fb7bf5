"""The network of a reading: an encoder, and two heads. N windows, T tokens, M marked places, L labels, K kinds, H = 384.

- `mentions`: does the text state, at these words, this value of this field? The words' mean, their sentence's mean, what the
  words look at in the window, and the names of field and value.
- `labels`: does the window state this value of this field anywhere? The tokens nearest to the value's name, and what they say.

Fields and values come in by their names alone, as vectors of the contextual text encoder [*, D = 256], so one network reads
every domain.
"""

import torch
from torch import nn
from torch.nn import functional

from encoder import WIDTH, Encoder

NAME = 256  # of the text encoder's vectors
CONTEXT, CONTEXT_HEADS = 256, 4
NAMES, HIDDEN, LABEL = 128, 256, 192
SCALE = 3.0  # of unit vectors of names
RARE = -3.0, -1.0  # log-odds that a label begins with


class Network(nn.Module):
    """`basis` [D, H]: from a vector of the text encoder back to the space of its tokens."""

    def __init__(self, start, basis):
        super().__init__()
        self.encoder = Encoder(start)
        self.kind = nn.Linear(2 * NAME, NAMES)
        self.context_query, self.context_key, self.context_value = nn.Linear(WIDTH + NAMES, CONTEXT), nn.Linear(WIDTH, CONTEXT), nn.Linear(WIDTH, CONTEXT)
        self.joined, self.gate, self.mention = nn.Linear(2 * WIDTH + CONTEXT + NAMES, HIDDEN), nn.Linear(NAMES, HIDDEN), nn.Linear(HIDDEN, 1)
        self.mention_dropout, self.label_dropout = nn.Dropout(0.2), nn.Dropout(0.1)
        self.label, self.label_value, self.label_text = nn.Linear(NAME, LABEL), nn.Linear(WIDTH, LABEL), nn.Linear(WIDTH, LABEL)
        self.label_bias, self.label_out = nn.Linear(LABEL, 1), nn.Linear(LABEL, 1)
        self.query, self.turn_token = nn.Linear(NAME, WIDTH), nn.Linear(WIDTH, WIDTH, bias=False)
        self.sharpness, self.nearness = nn.Parameter(torch.tensor(12.0)), nn.Parameter(torch.tensor(0.7))
        with torch.no_grad():
            self.query.weight.copy_(basis.T)
        nn.init.zeros_(self.query.bias)
        nn.init.zeros_(self.turn_token.weight)
        nn.init.constant_(self.label_bias.bias, RARE[0])

    def said_of_kinds(self, kinds):
        """[K, 2 D] to [K, NAMES]."""
        return functional.gelu(self.kind(kinds * SCALE))

    def mentions(self, x, mask, text, words, sentences, kinds):
        """`text` [M]: which window; `words` and `sentences` [M, T]: weights of a mean; `kinds` [M, 2 D]. To log-odds [M]."""
        said = self.said_of_kinds(kinds)
        means = [torch.bmm(weights[:, None, :], x[text].to(weights.dtype))[:, 0] for weights in (words, sentences)]
        split = lambda y: y.view(*y.shape[:-1], CONTEXT_HEADS, -1)
        query = split(self.context_query(torch.cat([means[0], said], 1)))[:, :, None]
        key, value = (split(part(x))[text].transpose(1, 2) for part in (self.context_key, self.context_value))
        context = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask[text][:, None, None, :])
        joined = torch.cat([*means, context.reshape(len(text), CONTEXT), said], 1)
        hidden = self.mention_dropout(functional.gelu(self.joined(self.mention_dropout(joined))))
        return self.mention(hidden * (1 + self.gate(said)))[:, 0]

    def queries(self, names):
        """[L, D] to [L, H]: what the tokens are compared with."""
        return functional.normalize(self.query(names), dim=-1) * self.sharpness

    def similarities(self, x, names):
        """Of labels' names and tokens, [N, L, T]."""
        turned = functional.normalize(x + self.turn_token(x), dim=-1)
        return torch.einsum("ld,ntd->nlt", self.queries(names), turned)

    def said_of_labels(self, names):
        """[L, D] to [L, LABEL]."""
        return functional.gelu(self.label(names * SCALE))

    def labels(self, x, mask, names):
        """`names` [L, D]. To log-odds [N, L]."""
        names = self.label_dropout(names)
        near = self.similarities(x, names).masked_fill(~mask[:, None, :], -1e4)
        read = torch.einsum("nlt,ntd->nld", near.softmax(-1), self.label_value(x)) + self.label_text(x[:, 0])[:, None]
        said = self.said_of_labels(names)
        hidden = self.label_dropout(functional.gelu(read * (1 + said) + said))
        nearest = near.logsumexp(-1) - mask.sum(1).float().log()[:, None]
        return self.label_out(hidden)[..., 0] + self.label_bias(said)[:, 0] + nearest * self.nearness + RARE[1]
