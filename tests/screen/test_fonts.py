"""Names in any script: every sign that is drawn has a shape, in the order it is read in."""

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st
from kits.glass_kit import Bench, panes
from kits.screen_kit import SIZES, STATES, named, seen
from kivy.core.text import Label, LabelBase
from numpy.typing import NDArray

from kiosk.screen import fonts, lettering
from kiosk.screen.fonts import (
    NEUTRAL,
    ROBOTO,
    font_runs,
    make_legible,
    paragraph_runs,
    phrases,
    pieces,
)
from kiosk.screen.items import Align
from kiosk.screen.lettering import break_lines, fit_text

NAMES = {
    "Latin": "Åsa Strømsø-Ðorđević Łukasz Ñuñez Ž",
    "Vietnamese": "Nguyễn Thị Hương",
    "Turkish": "Şükrü Iğdır",
    "Greek": "Γιώργος Παπαδόπουλος",
    "Cyrillic": "Жанна Щербакова Ґєї",
    "Japanese": "渡辺　健 ワタナベ けん",
    "Chinese": "李小龙 龍體",
    "Korean": "김연아",
    "Hebrew": "שָׁלוֹם כהן",
    "Arabic": "محمد علي",
    "Persian": "می‌خواهم پژگ",
    "Georgian": "გიორგი",
    "Armenian": "Արամ",
}


def drawn(text: str) -> Iterator[tuple[str, str]]:
    """Each sign that reaches a font, with that font's name."""
    for run in font_runs(make_legible(text)):
        for sign in run.text:
            yield run.font, sign


def cmap(name: str) -> frozenset[int]:
    """Read here once more, from the file Kivy draws with."""
    with TTFont(LabelBase._fonts[name][0], fontNumber=0) as font:
        return frozenset(font.getBestCmap())


@pytest.mark.parametrize("script", NAMES)
def test_no_sign_of_a_name_is_an_empty_box_or_left_out(script: str) -> None:
    signs = list(drawn(NAMES[script]))
    has = {font: cmap(font) for font, _sign in signs}
    assert [sign for font, sign in signs if ord(sign) not in has[font]] == []
    assert NEUTRAL not in {sign for _font, sign in signs}
    letters = [sign for sign in NAMES[script] if unicodedata.category(sign) == "Lo"]
    kept = "".join(sign for _font, sign in signs)
    if script not in {"Arabic", "Persian"}:  # whose letters have other shapes within a word
        assert sorted(sign for sign in kept if unicodedata.category(sign) == "Lo") == sorted(
            letters
        )


def picture(text: str, px: int = 40) -> NDArray[np.uint8]:
    made = fit_text((text,), (1200, 80), px, px, False, Align.LEFT, 1)
    assert made.whole
    texture = made.texture
    pixels = np.frombuffer(texture.pixels, np.uint8).reshape(texture.height, texture.width, 4)
    return pixels[:, :, 3]


def box_of(font: str) -> NDArray[np.uint8]:
    """What that font draws for a sign it has not."""
    label = Label(text="\U000e1234", font_name=font, font_size=40)
    label.refresh()
    texture = label.texture
    return np.frombuffer(texture.pixels, np.uint8).reshape(texture.height, texture.width, 4)[..., 3]


@pytest.mark.parametrize("text", ["\U000e1234", "🎲", "\ue000", "\U000f0000", "\ufffe"])
def test_what_no_font_has_is_a_neutral_sign(text: str) -> None:
    if not any(
        ord(text) in fonts.code_points(name) for name in fonts.FONTS
    ):  # one may be installed
        assert make_legible(f"A{text}B") == f"A{NEUTRAL}B"


def test_a_box_is_known_when_it_is_seen() -> None:
    """The picture of a name has none, where the same name drawn by Roboto alone has."""
    plain = Label(text="李", font_name=ROBOTO, font_size=40)
    plain.refresh()
    box = box_of(ROBOTO)
    texture = plain.texture
    raw = np.frombuffer(texture.pixels, np.uint8).reshape(texture.height, texture.width, 4)[..., 3]
    assert np.array_equal(raw, box)
    assert picture("李").shape != box.shape or not np.array_equal(picture("李"), box)
    assert not np.array_equal(picture("李"), picture("龙"))


def test_emoji_are_one_sign_each() -> None:
    assert make_legible("Bo 👍🏽") == make_legible("Bo 👍")
    assert make_legible("👨‍👩‍👧") == make_legible("👨")
    assert make_legible("☺\ufe0f") == "☺"
    assert [run.font for run in font_runs(make_legible("Bo 😀"))] == [ROBOTO, "DejaVu Sans"]


def test_right_to_left_is_drawn_in_the_order_of_the_eye() -> None:
    hebrew = "שלום"
    assert [run.text for run in font_runs(hebrew)] == [hebrew[::-1]]
    sentence = f"\u2068{hebrew} (2)\u2069 rolls 6-5"
    assert "".join(run.text for run in font_runs(sentence)) == f"(2) {hebrew[::-1]} rolls 6-5"
    (arabic,) = font_runs("محمد")
    assert all("\ufe70" <= sign <= "\ufeff" for sign in arabic.text)  # joined


@pytest.mark.parametrize("sign", "\u200b\u200e\u202e\u2068\u2069\ufeff\u00ad\u2060")
def test_what_has_no_shape_is_not_drawn(sign: str) -> None:
    assert "".join(run.text for run in font_runs(make_legible(f"A{sign}b"))) == "Ab"


def test_a_missing_font_is_told_once_and_harms_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    there = dict(fonts.FONTS)
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")
    for missing in (tmp_path / "nowhere.ttf", broken):
        with monkeypatch.context() as changed:
            changed.setattr(fonts, "FONTS", there | {"fonts-wqy-microhei": missing})
            forget()
            assert make_legible("李 Bo 龙") == f"{NEUTRAL} Bo {NEUTRAL}"
            assert make_legible("小") == NEUTRAL
        (told,) = caplog.messages
        assert "CJK UNIFIED IDEOGRAPH-674E" in told
        assert "apt-get install fonts-wqy-microhei" in told
        caplog.clear()
    forget()
    assert make_legible("李") == "李"


def forget() -> None:
    fonts.code_points.cache_clear()
    fonts._named.clear()


@settings(deadline=None)
@given(st.text(max_size=60))
def test_whatever_a_name_is_nothing_drawn_lacks_a_shape(text: str) -> None:
    for font, sign in drawn(text):
        assert ord(sign) in fonts.code_points(font) or (sign == "\n" and font == ROBOTO)


@given(st.text(max_size=40))
def test_pieces_are_the_whole_line(line: str) -> None:
    assert "".join(pieces(line)) == line
    assert "".join(phrases(line)) == line


def test_a_line_of_a_message_ends_in_every_script(caplog: pytest.LogCaptureFixture) -> None:
    assert make_legible("日本\nBo") == "日本\nBo"
    assert list(break_lines("日本\nBo", 400, 20, bold=False)) == ["日本", "Bo"]
    assert caplog.messages == []


def test_east_asian_lines_break_between_signs_but_not_before_a_stop() -> None:
    assert list(pieces("Ann「白」です。6-5 あっ")) == [
        *("Ann", "「白」", "で", "す。", "6-5", " ", "あっ"),
    ]
    japanese = "サイコロを振ってください。" * 4
    made = fit_text((japanese,), (400, 120), 24, 20, False, Align.LEFT, 4)
    assert made.whole
    assert made.size[0] <= 400
    assert made.size[1] > 60


@pytest.mark.parametrize("stop", "、。！？」）ーっッゃョヵ")
def test_no_line_begins_with_what_closes_or_goes_with_the_sign_before(stop: str) -> None:
    for wide in range(60, 200, 20):
        lines = list(break_lines(f"出目を入力{stop}振り直{stop}" * 3, wide, 20, bold=False))
        assert len(lines) > 1
        assert [line for line in lines if line[0] == stop] == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("出目を入力", ["出目を", "入力"]),
        ("クロック停止", ["クロック", "停止"]),
        ("はい、振り直す", ["はい、", "振り直す"]),
        ("「再開」を押す", ["「再開」", "を押す"]),  # longer than a line: broken where it must be
        ("ディレクター", ["ディレ", "クター"]),
        ("戻りました", ["戻りま", "した"]),  # not one sign by itself
        ("김연아 이", ["김연아", "이"]),
    ],
)
def test_a_word_is_kept_whole_if_that_takes_no_more_lines(text: str, lines: list[str]) -> None:
    assert list(break_lines(text, 82, 20, bold=False)) == lines


def test_what_takes_several_lines_fills_them_alike() -> None:
    told = "Magnus Lindqvistの番"
    wide = lettering._width("Magnus Lindqvistの", 20, bold=False)
    assert list(break_lines(told, round(wide), 20, bold=False)) == ["Magnus", "Lindqvistの番"]
    long = "出目を入力してください。" * 6
    full = list(break_lines(long, 120, 20, bold=False))
    assert len(full) > lettering.MOST_EVENED
    assert full == lettering.fill_lines(pieces(long), 120, 20, bold=False)


def test_phrases_are_words_with_what_follows_them() -> None:
    told = "Bo Liが3分待ち、「再開」をタップ。7ポイント"
    assert list(phrases(told)) == [
        *("Bo", " ", "Liが", "3分待ち、", "「再開」を", "タップ。", "7ポイント"),
    ]


def test_mixed_lines_keep_to_their_box() -> None:
    text = "李小龙 says: Жанна (שלום) took the dice too early. " * 4
    for wide in (160, 301, 500):
        made = fit_text((text,), (wide, 400), 24, 14, True, Align.LEFT, 20)
        assert made.size[0] <= wide + 1


def test_a_long_word_breaks_where_its_language_says_and_only_if_it_must() -> None:
    german = "Über\u00adspringen"
    broad = fit_text((german,), (400, 120), 24, 24, False, Align.CENTRE, 2)
    narrow = fit_text((german,), (110, 120), 24, 24, False, Align.CENTRE, 2)
    whole = fit_text(("Überspringen",), (400, 120), 24, 24, False, Align.CENTRE, 2)
    broken = fit_text(("Über-\nspringen",), (110, 120), 24, 24, False, Align.CENTRE, 2)
    assert (broad.whole, broad.size) == (True, whole.size)
    assert (narrow.whole, narrow.size) == (True, broken.size)
    assert not fit_text(("Überspringen",), (110, 120), 24, 24, False, Align.CENTRE, 2).whole
    smaller = fit_text((german,), (110, 120), 24, 12, False, Align.CENTRE, 2)
    assert smaller.whole
    assert smaller.px < narrow.px, "smaller comes before broken"


ODD = {
    "80 signs": "Wolfeschlegelsteinhausen " * 4,
    "one word of 80": "W" * 80,
    "80 of Chinese": "李" * 80,
    "emoji": "🎲😀👨‍👩‍👧🇳🇴 Bo 👍🏽",
    "empty": "",
    "blank": " \t ",
    "right to left": "محمد بن عبد العزيز آل سعود",
    "overriding": "\u202eBo\u202e Ann",
    "lines": "Bo\nAnn\r\nX",
    "marks": "Z̸̡͎͝a̸l̵g̶o",
}


@pytest.mark.parametrize("size", SIZES[:1])
@pytest.mark.parametrize("odd", ODD)
def test_an_odd_name_harms_nothing(bench: Bench, odd: str, size: tuple[int, int]) -> None:
    bench.resize(size)
    for state in ("to roll", "end of the game offered", "moving"):
        bench.show(named(seen(STATES[state]()), ODD[odd], ODD["right to left"]))
        for pane in panes(bench):
            cut = {piece.item.name for piece in pane.pieces if piece.cut and piece.item}
            assert cut <= {"own_name", "other_name", "prompt"}
            if odd in {"empty", "blank", "emoji", "right to left", "overriding"}:
                assert cut <= {"own_name", "other_name"}


def test_what_is_read_from_right_to_left_begins_at_the_right() -> None:
    hebrew = "המתן לשחקן השני 12 דקות"
    for text, align in ((hebrew, Align.RIGHT), ("Wait for \u2068" + hebrew + "\u2069", Align.LEFT)):
        shown = fit_text((text,), (300, 200), 30, 12, True, Align.LEFT, 4)
        assert shown.whole
        assert shown.align is align
        assert fit_text((text,), (300, 200), 30, 12, True, Align.CENTRE, 4).align is Align.CENTRE


def test_the_lines_of_a_paragraph_are_all_read_as_it_is() -> None:
    """A line that begins with a name or a number is no sentence of its own."""
    lines = ["אבג דהו", "Kari זחט"]
    shown = paragraph_runs(" ".join(lines), lines)
    assert ["".join(run.text for run in line) for line in shown] == ["והד גבא", "טחז Kari"]
