"""The console's pages, made from the templates in `web/` in a viewer's language."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from kiosk.catalogue.text import Language
from kiosk.director.words import words

_NONE: Mapping[str, str] = MappingProxyType({})


class Pages:
    """A template is read once, and again when its file has changed."""

    def __init__(self, web: Path) -> None:
        loader = FileSystemLoader(web)
        self._templates = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)

    def made(
        self,
        name: str,
        tag: str,
        language: Language,
        names: Mapping[str, str] = _NONE,
        **shown: object,
    ) -> str:
        """The page as HTML; `names` are the languages there are, each by its own name; `shown` is
        what this page alone shows. Raises jinja2's TemplateError for a template that is not right.
        """

        def gettext(message: str, **places: object) -> Markup:
            """The words in the viewer's language; a place may hold an element."""
            return escape(language.gettext(message)).format(**places)

        page = self._templates.get_template(name)
        return page.render(
            gettext=gettext, language=tag, words=words(language), names=names, **shown
        )
