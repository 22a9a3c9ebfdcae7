"""Pages of the console, rendered from the templates in `web/` in a viewer's language."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from kiosk.catalogue.text import Language, format_text
from kiosk.director.people.roles import Permission, Role, may
from kiosk.director.words import words
from kiosk.wire.journal_name import journal_address

_NONE: Mapping[str, str] = MappingProxyType({})


class PageUser(NamedTuple):
    """The user of a page: name and role, and the token that its requests carry."""

    name: str
    role: Role
    csrf: str


class Pages:
    """Renders templates; one is read once, and again when its file has changed."""

    def __init__(self, web: Path) -> None:
        loader = FileSystemLoader(web)
        self._templates = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
        self._templates.filters["table_address"] = journal_address

    def render(
        self,
        name: str,
        tag: str,
        language: Language,
        names: Mapping[str, str] = _NONE,
        person: PageUser | None = None,
        **more: object,
    ) -> str:
        """Render the page as HTML. `names` are the available languages, each by its own name;
        `more` are this page's own values. Raises jinja2's TemplateError for a faulty template.
        """
        known = person and {"name": person.name, "role": person.role, "csrf": person.csrf}
        all_of_it: dict[str, Any] = {"person": known, "may": _may(person), **more}

        def gettext(message: str, **places: object) -> Markup:
            """The text in the viewer's language; a placeholder's value may be an element."""
            return escape(language.gettext(message)).format(**places)

        page = self._templates.get_template(name)
        return page.render(
            gettext=gettext,
            format_text=lambda what: format_text(what, language),
            language=tag,
            words=words(language),
            names=names,
            **all_of_it,
        )


def _may(person: PageUser | None) -> dict[str, bool]:
    """What the pages offer to this role."""
    return {act: person is not None and may(person.role, act) for act in Permission}
