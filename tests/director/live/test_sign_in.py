"""The door in a browser: signing in leads back to a page of ours, whatever the link named."""

import re

from kits.console_live import Director
from kits.hall_kit import PASSWORD
from playwright.sync_api import Browser, expect

LED_TO = {
    "/people": "/people",
    "//evil.example/": "/",
    "https://evil.example/": "/",
    "javascript:location.assign('//evil.example')": "/",
    "\\\\evil.example": "/",
    "/.//evil.example/sign-in": "//evil.example/sign-in",
    "/%2e//evil.example/sign-in": "//evil.example/sign-in",
}
"""What a link names, and the path at our own address that it leads to."""


def test_signing_in_leads_back_to_a_page_of_ours_and_to_no_other_site(
    browser: Browser, director: Director
) -> None:
    director.start()
    for to, path in LED_TO.items():
        context = browser.new_context()
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.goto(f"{director.url}/sign-in?to={to}")
        page.locator("[name=name]").fill("Kari")
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("#sign-in .go").click()
        expect(page).to_have_url(re.compile(re.escape(f"{director.url}{path}") + "$"))
        assert [url for url in asked if not url.startswith(f"{director.url}/")] == []
        context.close()
