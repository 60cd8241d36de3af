"""A language model of two layers with random weights; its tokenizer learns from the texts."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

END, PAD = "<|im_end|>", "<|endoftext|>"
# ChatML; `generation` marks what the loss may see
CHAT = (
    "{% for turn in messages %}<|im_start|>{{ turn.role }}\n"
    "{% if turn.role == 'assistant' %}"
    "{% generation %}{{ turn.content }}<|im_end|>{% endgeneration %}"
    "{% else %}{{ turn.content }}<|im_end|>{% endif %}\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def save(folder: Path, texts: Iterable[str]) -> None:
    """Write model and tokenizer as transformers loads them."""
    tokenizer = _tokenizer(texts)
    size = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2}
    heads = {"num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 4096}
    ends = {"eos_token_id": tokenizer.eos_token_id, "pad_token_id": tokenizer.pad_token_id}
    config = Qwen2Config(vocab_size=len(tokenizer), **size, **heads, **ends)
    Qwen2ForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def _tokenizer(texts: Iterable[str]) -> Any:
    bare = Tokenizer(models.BPE())
    bare.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bare.decoder = decoders.ByteLevel()
    learning = trainers.BpeTrainer(
        vocab_size=2000,
        special_tokens=[PAD, "<|im_start|>", END],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    bare.train_from_iterator(texts, learning)
    whole = PreTrainedTokenizerFast(tokenizer_object=bare, eos_token=END, pad_token=PAD)
    whole.chat_template = CHAT
    return whole
