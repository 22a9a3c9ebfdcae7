"""Rows that make no sense together are a sentence, whatever form the record is to have."""

import random
from collections import Counter

from kits.nonsense import golden_rows, nonsense

from kiosk.record import FORMS, NothingRolled, RowsMakeNoSense, fill_record, format_record
from kiosk.wire.errors import WireError


def test_whatever_rows_say_their_record_is_made_or_refused_in_a_sentence() -> None:
    rows, came = golden_rows(), Counter[str]()
    for seed in range(400):
        some = nonsense(rows, random.Random(seed))
        for form in FORMS:
            try:
                came[form] += bool(format_record(fill_record(some, str(some[0].match_id)), form))
            except (NothingRolled, RowsMakeNoSense, WireError) as error:
                came[type(error).__name__] += 1
    assert min(came[form] for form in FORMS) > 0
    assert came["RowsMakeNoSense"] > 0
