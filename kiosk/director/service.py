"""The director's service: its parts, built from the store's contents and joined.

Its state lives on one event loop; the store has a thread of its own.
"""

import random
import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path

from kiosk.books import profiles
from kiosk.catalogue.ladder_acts import ladder_fact_words
from kiosk.director.clocks import DirectorClocks
from kiosk.director.console import ConsoleFeed, list_acts
from kiosk.director.enrolment.devices import Devices
from kiosk.director.enrolment.register import register
from kiosk.director.event.at_tables import EventTables
from kiosk.director.event.desk import EventDesk
from kiosk.director.event.office import EventOffice
from kiosk.director.hub import Hub
from kiosk.director.ladder.desk import LadderDesk
from kiosk.director.ladder.log import load_ladders
from kiosk.director.lifecycle import ServiceLifecycle
from kiosk.director.orders.desk import OrderDesk
from kiosk.director.people.passwords import Passwords
from kiosk.director.people.people import People
from kiosk.director.people.trail import ActTrail
from kiosk.director.plays.analysis import AnalysisJobs, analysis_command
from kiosk.director.plays.answers import PlayAnswers
from kiosk.director.plays.process import TranscriberState
from kiosk.director.public.match_pages import MatchPages
from kiosk.director.public.strangers import VisitorFeed
from kiosk.director.service_health import ServiceHealth
from kiosk.director.settings import DirectorSettings
from kiosk.director.store.album import Album
from kiosk.director.store.pictures import PictureStore, StoreQuota
from kiosk.director.store.store import Store
from kiosk.director.store.thread import StoreThread
from kiosk.director.tables.believed import BelievedBatches
from kiosk.director.tables.challenges import Challenges
from kiosk.director.tables.polls import OrderPolls
from kiosk.director.tables.tables import Tables
from kiosk.director.tables.traffic import TableTraffic
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import fresh_nonce


class Service:
    """Use it on one event loop; close its `lifecycle` when done."""

    def __init__(
        self,
        settings: DirectorSettings,
        home: Path,
        store: Store,
        clocks: DirectorClocks | None = None,
        nonce: Callable[[], str] = fresh_nonce,
        passwords: Passwords | None = None,
        chance: random.Random | None = None,
        transcripts: Path | None = None,
        key: DeviceKey | None = None,
    ) -> None:
        """`home` is the base of relative paths; `chance` is unpredictable unless another is given;
        `transcripts` is the folder in which a transcriber writes them. `key`: what addresses of
        matches follow from; without it they last as long as this service. Raises StoreError.
        """
        clocks, chance = clocks or DirectorClocks(), chance or secrets.SystemRandom()
        passwords = passwords or Passwords()
        monotonic_ns, wall_ns = clocks.monotonic_ns, clocks.wall_ns
        section, books = settings.director, profiles()
        self.settings = settings
        thread, hub = StoreThread(store), Hub()
        noted = store.enrolment()
        devices = Devices(
            register(settings.enrolled, noted),
            thread.keeping(store.note_enrolment),
            clocks.utc,
            noted,
        )
        self.tables = tables = Tables(
            hub,
            monotonic_ns,
            lambda: devices.register,
            lambda journal_id: event_tables.doubt(journal_id),  # noqa: PLW0108 (built below)
        )
        devices.on_change = tables.note_enrolment
        quota = StoreQuota(section.pictures_mb * 1_000_000, section.reserve_mb * 1_000_000)
        pictures = PictureStore(home / section.pictures, store.pictures(), quota, tables.is_open)
        self.people = people = People(
            store.noted(), thread.keeping(store.note), wall_ns, monotonic_ns, passwords
        )
        self.strangers = VisitorFeed(
            lambda: people.accounts.public, tables.public_sources, monotonic_ns
        )
        self.orders = OrderDesk(
            tables, hub, thread.keeping(store.give), thread.read_rows, clocks.utc, books
        )
        self.orders.recall(store.given(), store.unanswerable())
        office = EventOffice(
            thread,
            self.strangers.hall,
            tables.silent_numbers,
            clocks,
            section.event_id,
            chance,
            books,
        )
        event_tables = EventTables(office, tables, self.orders, hub, clocks.wall_ms)
        self.event: EventDesk = office.desk
        on_ladders = ActTrail(ladder_fact_words)
        self.ladders = LadderDesk(
            load_ladders(store, on_ladders.learn),
            lambda ladder_id, rows: thread.run(store.keep_ladder, ladder_id, rows),
            wall_ns,
            chance,
            hub,
            on_ladders.learn,
        )
        self.match_pages = MatchPages(
            key or DeviceKey.generate(),
            section.match_page_days,
            tables,
            event_tables.counts,
            clocks.utc,
        )
        challenges, polls = Challenges(nonce), OrderPolls(tables, self.orders.waiting)
        believed = BelievedBatches(
            tables,
            devices,
            self.orders,
            event_tables,
            pictures,
            challenges,
            hub,
            clocks,
            polls.bell,
            self.match_pages.page_of,
        )
        believed.rebuild_tables(store)
        album = Album(pictures, section.picture_days, thread.run)
        self.play_answers = PlayAnswers(store, thread.run, clocks.utc)
        self.transcripts = transcripts or home / "transcripts"
        self.transcriber = TranscriberState()
        folder = home / section.pictures
        self.analyses = AnalysisJobs(lambda key: analysis_command(store.path, folder, key))
        self.traffic = TableTraffic(thread, devices, album, believed, polls, clocks)
        self.console = ConsoleFeed(
            hub,
            tables,
            self.orders,
            event_tables,
            office.chronicles,
            ServiceHealth(section.event_id, thread, tables, event_tables, hub, self.strangers),
            thread.read_rows,
            partial(list_acts, (office.trail, on_ladders), settings.enrolled, devices),
        )
        self.lifecycle = ServiceLifecycle(
            thread,
            passwords,
            people,
            tables,
            self.traffic,
            self.console,
            self.strangers,
            clocks,
        )
