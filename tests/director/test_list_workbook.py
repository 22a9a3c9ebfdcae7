"""Workbooks are read as lists are: sheets written here by hand, as the formats say."""

import io
import zipfile

import pytest

from kiosk.catalogue.text import format_text
from kiosk.director.event.entries_csv import read_entries
from kiosk.director.event.list_workbook import LARGEST_WORKBOOK, is_workbook

ROWS = [
    ["Autumn Cup"],
    ["Fornavn", "Etternavn", "Medlemsnr", "Rating", "Klubb"],
    ["Łukasz", "Żak", 101, 1500.5, "Oslo"],
    [],
    ["Ada", "Berg", 102, 1400, "Bergen"],
]

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def xlsx(*sheets: list[list[object]]) -> bytes:
    """ECMA-376, part 1: the least that is a workbook."""
    names = [f"sheet{nth}" for nth, _ in enumerate(sheets, 1)]
    listed = "".join(
        f'<sheet name="{name}" sheetId="{nth}" r:id="r{nth}"/>' for nth, name in enumerate(names, 1)
    )
    kind = f"{_RELATIONS}/worksheet"
    links = "".join(
        f'<Relationship Id="r{nth}" Type="{kind}" Target="worksheets/{name}.xml"/>'
        for nth, name in enumerate(names, 1)
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
        f'Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}">'
        f"<sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f"{links}</Relationships>",
    }
    for name, rows in zip(names, sheets, strict=True):
        parts[f"xl/worksheets/{name}.xml"] = (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{_xlsx_rows(rows)}</sheetData></worksheet>'
        )
    return packed(parts)


def _xlsx_rows(rows: list[list[object]]) -> str:
    def cell(row: int, column: int, value: object) -> str:
        where = f'r="{"ABCDEFGH"[column]}{row}"'
        if isinstance(value, str):
            return f'<c {where} t="inlineStr"><is><t>{value}</t></is></c>'
        return f"<c {where}><v>{value}</v></c>"

    return "".join(
        f'<row r="{n}">{"".join(cell(n, column, each) for column, each in enumerate(row))}</row>'
        for n, row in enumerate(rows, 1)
        if row
    )


def ods(rows: list[list[object]]) -> bytes:
    """OpenDocument 1.3, part 3: the least that is a spreadsheet."""
    space = "urn:oasis:names:tc:opendocument:xmlns"

    def cell(value: object) -> str:
        if isinstance(value, str):
            return (
                '<table:table-cell office:value-type="string">'
                f"<text:p>{value}</text:p></table:table-cell>"
            )
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'

    body = "".join(
        f"<table:table-row>{''.join(map(cell, row)) or '<table:table-cell/>'}</table:table-row>"
        for row in rows
    )
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f'<m:manifest xmlns:m="{space}:manifest:1.0"/>',
            "content.xml": f'<office:document-content xmlns:office="{space}:office:1.0" '
            f'xmlns:table="{space}:table:1.0" xmlns:text="{space}:text:1.0"><office:body>'
            f'<office:spreadsheet><table:table table:name="one">{body}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        }
    )


def packed(parts: dict[str, str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


@pytest.mark.parametrize("content", [xlsx(ROWS), xlsx([["Budget"], [7]], ROWS), ods(ROWS)])
def test_a_workbook_is_a_list(content: bytes) -> None:
    assert is_workbook(content)
    listed = read_entries(content)
    assert listed.faults == []
    players = [each.entry.players[0] for each in listed.lines]
    assert [(one.name, one.number, one.rating, one.team) for one in players] == [
        ("Łukasz Żak", "101", 1500.5, "Oslo"),
        ("Ada Berg", "102", 1400.0, "Bergen"),
    ]


def test_a_fault_names_the_row_of_the_sheet() -> None:
    rows = [*ROWS, ["Bo", "Lind", 103, "many", ""]]
    for content in (xlsx(rows), ods(rows)):
        assert [(each.line, each.field) for each in read_entries(content).faults] == [
            (6, "rating1")
        ]


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04\x14\x00\x06\x00\x08\x00",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
        packed({"notes.txt": "Ada Berg"}),
        xlsx(ROWS)[:-40],
        packed({"xl/workbook.xml": " " * (LARGEST_WORKBOOK + 1)}),
    ],
    ids=["cut", "no xls", "no workbook", "cut off", "too large"],
)
def test_what_is_no_workbook_or_too_large_is_refused_in_words(content: bytes) -> None:
    (fault,) = read_entries(content).faults
    assert "this workbook can't be read" in format_text(fault.words)
