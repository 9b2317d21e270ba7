"""Joining, wishes and lots (001 chapter 5), and the start."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from judge.chance import ScriptedChance, SeededChance
from judge.workflow.clock import stamp
from judge.workflow.seats import Wish, give_seats
from tests.workflow.fake import GM, POWERS, SETTINGS, VARIANT
from tests.workflow.play import Table, hour

from judge.workflow.record import new_record  # isort: skip

PEOPLE = ("ann@example.org", "bob@example.org", "cy@example.org")


def empty(**settings: object) -> Table:
    """A game that waits for players."""
    merged = {**SETTINGS, **settings}
    return Table(new_record("toy", VARIANT, settings=merged, gms=[GM], seed="00" * 32))


def full(**settings: object) -> Table:
    """A game all three have joined."""
    table = empty(**settings)
    for person in PEOPLE:
        table.stranger(person, "JOIN toy", 1, proven=True, name=person.split("@")[0])
    return table


def test_first_wishes_are_given_without_lots_where_they_do_not_clash() -> None:
    wishes = [Wish("1", (("RED",), ("BLUE",))), Wish("2", (("BLUE",), ("RED",)))]
    assert give_seats(wishes, ["RED", "BLUE"], ScriptedChance([])) == ({"1": "RED", "2": "BLUE"}, [])


def test_who_loses_a_lot_gets_the_next_wish_that_is_still_free() -> None:
    """001 chapter 5: somebody once got only the fifth wish, because others had the first four as their first."""
    powers = ["A", "B", "C", "D", "E"]
    ranked = tuple((power,) for power in powers)
    wishes = [Wish("unlucky", ranked), *[Wish(power.lower(), ((power,),)) for power in "ABCD"]]
    seated, draws = give_seats(wishes, powers, ScriptedChance([1]))
    assert seated == {"a": "A", "b": "B", "c": "C", "d": "D", "unlucky": "E"}
    assert draws == [
        {"label": "seats/1/A", "round": 1, "power": "A", "among": ["unlucky", "a"], "winner": "a"}
    ]


def test_equal_wishes_yield_to_those_who_named_one_power() -> None:
    wishes = [Wish("1", (("RED", "BLUE"),)), Wish("2", (("RED",),))]
    seated, _ = give_seats(wishes, ["RED", "BLUE"], ScriptedChance([]))
    assert seated == {"1": "BLUE", "2": "RED"}


def test_who_wrote_nothing_is_served_last() -> None:
    wishes = [Wish("1", ()), Wish("2", (("RED",),)), Wish("3", (("RED",), ("BLUE",)))]
    seated, _ = give_seats(wishes, list(POWERS), ScriptedChance([1, 0]))
    assert seated == {"3": "RED", "1": "BLUE", "2": "GREEN"}


@given(
    st.lists(st.lists(st.sampled_from(["A", "B", "C", "D"]), unique=True), min_size=1, max_size=4),
    st.binary(min_size=4, max_size=4),
)
def test_everybody_gets_one_seat_and_nobody_worse_than_a_free_wish(
    ranks: list[list[str]], seed: bytes
) -> None:
    powers = ["A", "B", "C", "D"]
    wishes = [Wish(str(i), tuple((power,) for power in rank)) for i, rank in enumerate(ranks)]
    seated, draws = give_seats(wishes, powers, SeededChance(seed))
    assert sorted(seated) == sorted(wish.who for wish in wishes)
    assert len(set(seated.values())) == len(seated)
    free = set(powers) - set(seated.values())
    for wish in wishes:
        wanted = [group[0] for group in wish.groups]
        got = seated[wish.who]
        better = wanted[: wanted.index(got)] if got in wanted else wanted
        assert not free & set(better)
    assert (seated, draws) == give_seats(wishes, powers, SeededChance(seed))


def test_a_stranger_has_to_answer_our_mail_before_he_is_in() -> None:
    table = empty()
    table.stranger("ann@example.org", "JOIN toy", 1)
    assert table.notices("join_confirm")[0].to.address == "ann@example.org"
    assert table.record.standbys[0].status == "unconfirmed"
    table.stranger("ann@example.org", "はい", 2, proven=True)
    assert table.record.standbys[0].status == "joined"
    assert table.notices("joined")


def test_words_around_a_strangers_command_are_no_mistakes() -> None:
    table = empty()
    table.stranger("ann@example.org", "Hello,\nI would like to play.\nJOIN toy\nThanks, Ann", 1)
    outcomes = [line.outcome for line in table.of("acknowledgement", "ann@example.org")[-1].transcript]
    assert set(outcomes) == {"ignored", "command"}
    table.stranger("bob@example.org", "I would like to play this game of yours", 1)
    assert table.of("acknowledgement", "bob@example.org")[-1].transcript[0].result == "unknown_command"


def test_joining_can_be_declined_instead_of_confirmed() -> None:
    table = empty()
    table.stranger("ann@example.org", "JOIN toy", 1)
    table.stranger("ann@example.org", "NO", 2, proven=True)
    assert table.record.standbys == ()


def test_the_gm_hears_of_everybody_who_joins_unless_he_lets_them_in_himself() -> None:
    told = full().notices("player_joined")
    assert {letter.to.role for letter in told} == {"gm"}
    assert [(one.facts.facts["address"], one.facts.facts["players"]) for one in told] == [
        (person, number) for number, person in enumerate(PEOPLE, start=1)
    ]
    table = empty(join="approve")
    table.stranger(PEOPLE[0], "JOIN toy", 1, proven=True)
    table.gm("APPROVE", PEOPLE[0])
    assert table.record.standbys[0].status == "joined"
    assert table.notices("player_joined") == []


def test_the_gm_hears_of_who_leaves_before_the_start() -> None:
    table = full()
    table.stranger(PEOPLE[1], "RESIGN", 2, proven=True)
    told = table.notices("player_left")
    assert {letter.to.role for letter in told} == {"gm"}
    facts = told[0].facts.facts
    assert (facts["address"], facts["players"], facts["needed"]) == (PEOPLE[1], len(PEOPLE) - 1, len(PEOPLE))
    table.stranger(PEOPLE[0], "RESIGN\nRESIGN", 3, proven=True)
    assert len({letter.facts.facts["address"] for letter in table.notices("player_left")}) == 2
    assert len(table.notices("player_left")) == 2


def test_when_full_all_are_asked_for_wishes_and_the_next_waits() -> None:
    table = full()
    assert [letter.to.address for letter in table.notices("wishes_wanted")] == list(PEOPLE)
    table.stranger("dee@example.org", "参加", 2, proven=True)
    assert table.record.standbys[-1].status == "waiting"
    assert table.notices("on_waiting_list")[0].facts.facts["place"] == 1


def test_wishes_in_both_languages_lead_to_seats_and_the_start() -> None:
    table = full()
    table.stranger(PEOPLE[0], "PREFER Blue Red any", 2, proven=True)
    table.stranger(PEOPLE[1], "希望 GREEN国 RED国", 2, proven=True)
    assert table.record.state == "forming"
    table.stranger(PEOPLE[2], "PREFER any", 3, proven=True)
    assert table.record.state == "running"
    assert {player.power: player.address for player in table.record.players} == {
        "BLUE": PEOPLE[0],
        "GREEN": PEOPLE[1],
        "RED": PEOPLE[2],
    }
    assert len(table.notices("allotment")) == 4
    assert len(table.of("game_start")) == 4
    assert table.record.standbys == ()


def test_lots_are_told_with_the_seeds_commitment_before_and_after() -> None:
    table = full()
    for person in PEOPLE:
        table.stranger(person, "PREFER Red Blue Green", 2, proven=True)
    before = table.notices("wishes_wanted")[0].facts.facts["commitment"]
    told = table.notices("allotment")[0].facts.facts
    assert told["commitment"] == before
    assert [len(draw["among"]) for draw in told["draws"]] == [3, 2]


def test_wishes_not_sent_in_time_count_as_any_after_one_reminder() -> None:
    table = full(wish_time="7d")
    table.stranger(PEOPLE[0], "PREFER Green", 2, proven=True)
    table.time(1 + 7 * 24 - 24)
    assert {letter.to.address for letter in table.notices("wishes_reminder")} == set(PEOPLE[1:])
    table.time(1 + 7 * 24)
    assert table.record.state == "running"
    assert table.record.opened == stamp(hour(1 + 7 * 24))
    assert next(p.power for p in table.record.players if p.address == PEOPLE[0]) == "GREEN"


def test_a_wish_for_no_such_power_is_refused_with_the_list() -> None:
    table = full()
    table.stranger(PEOPLE[0], "PREFER Atlantis", 2, proven=True)
    line = table.of("acknowledgement", PEOPLE[0])[-1].transcript[0]
    assert (line.outcome, line.result, line.facts["known"]) == ("refused", "unknown_power", list(POWERS))


def test_powers_without_the_word_prefer_are_answered_with_the_line_that_was_meant() -> None:
    table = full()
    table.stranger(PEOPLE[0], "Green, please.", 2, proven=True)
    line = table.of("acknowledgement", PEOPLE[0])[-1].transcript[0]
    assert (line.outcome, line.result) == ("refused", "unknown_command")
    assert line.facts["suggestions"] == ["PREFER GREEN"]
    table.stranger(PEOPLE[0], "hello there", 2, proven=True)
    line = table.of("acknowledgement", PEOPLE[0])[-1].transcript[0]
    assert line.facts["suggestions"] == []


def test_the_start_can_wait_until_all_are_ready() -> None:
    table = full(ready_check=True)
    for person in PEOPLE:
        table.stranger(person, "PREFER any", 2, proven=True)
    assert table.record.state == "forming"
    for player in table.record.players:
        table.mail(player.power, "READY", 3, address=player.address)
    assert table.record.state == "running"


def test_the_gm_approves_or_invites_where_the_game_says_so() -> None:
    table = empty(join="approve")
    table.stranger("ann@example.org", "JOIN toy", 1, proven=True)
    assert table.record.standbys[0].status == "unapproved"
    table.gm_mail("APPROVE ann@example.org", 2)
    assert table.record.standbys[0].status == "joined"

    closed = empty(join="invited")
    closed.stranger("bob@example.org", "JOIN toy", 1, proven=True)
    assert closed.record.standbys == ()
    closed.gm("INVITE", "bob@example.org", at=2)
    assert closed.notices("invited")
    closed.stranger("bob@example.org", "JOIN toy", 3, proven=True)
    assert closed.record.standbys[0].status == "joined"


def test_who_leaves_before_the_start_makes_room_for_the_next() -> None:
    table = full()
    table.stranger("dee@example.org", "JOIN toy", 2, proven=True)
    table.stranger(PEOPLE[0], "RESIGN", 3, proven=True)
    joined = [one.address for one in table.record.standbys if one.status == "joined"]
    assert sorted(joined) == sorted([PEOPLE[1], PEOPLE[2], "dee@example.org"])
    assert table.record.forming_until


def test_an_anonymous_game_never_shows_an_address_to_players() -> None:
    table = full(anonymous=True)
    for person in PEOPLE:
        table.stranger(person, "PREFER any\nSTATUS", 2, proven=True)
    table.mail(
        "RED",
        "STATUS\nPRESS TO ALL\nhello\nEND",
        3,
        address=next(p.address for p in table.record.players if p.power == "RED"),
    )
    table.time(10 * 7 * 24)
    for letter in table.letters:
        if letter.to.role == "gm":
            continue
        for person in PEOPLE:
            if person != letter.to.address:
                assert person not in repr(letter)
                assert f"'{person.split('@')[0]}'" not in repr(letter.facts)
