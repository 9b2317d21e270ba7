"""The closed sets of codes in letters: each has words in every language in templates/, and a test finds a missing one.

Beside each code stand the names of the facts its words may use.
"""

from __future__ import annotations

NOTICE_CODES: dict[str, tuple[str, ...]] = {
    # from the mail layer
    "unreadable": ("subject",),
    "which_game": ("games",),
    "was_this_you": ("subject", "lines"),
    "unknown_sender": ("sender", "games"),  # games [name]: those that can be joined
    "not_playing": ("subject",),
    "game_over": ("subject",),
    "game_paused": ("until",),
    "confirmed": (),
    "not_confirmed": ("subject",),
    "too_many_mails": (),
    "password_set": (),
    "password_kept": ("why",),
    "incident": ("what", "reason"),
    # to the operator, each day or week; games [{"game", "state", "phase", "deadline"}]; problems [{"code", "count"}]; free in MB
    "heartbeat": (
        "every",
        "since",
        "until",
        "pass",
        "received",
        "sent",
        "mails",
        "letters",
        "free",
        "backup",
        "games",
        "problems",
    ),
    "delivery_failed": ("subject", "address", "permanent", "reason"),
    "set_aside": ("sender", "subject", "at", "mail", "reason"),
    "game_created": ("seats", "join", "settings"),
    # asked for; "gm": the reader is the GM; "topic": a command's name or ""
    "help": ("gm", "topic", "sheet"),
    "status": ("state", "seats", "settings", "history", "outcome", "view", "owed"),
    "history": (
        "phases",
    ),  # [{"id", "kind", "turn", "label", "at", "results": {power: [[order, verdict, reason, more]]}}]
    "rules": ("settings", "rules", "winning"),
    "games": (
        "games",
    ),  # [{"game", "variant", "names": {language: name}, "state", "phase", "seats", "open"}]
    "record": ("rows",),  # [{"power", "name", "on_time", "late", "nmr", "response_hours"}]
    # the clock
    "deadline_changed": ("before", "deadline", "outage"),
    "calendar": (
        "turns",
    ),  # [{"turn", "starts", "deadline"}]: turns to come, when a game of fixed hours was shifted
    "paused": ("until", "why"),  # why "nobody": no power has a player any more (to the GM alone)
    "resumed": ("before", "deadline"),
    # recruiting
    "join_confirm": (),  # reply to this mail to join
    "join_request": ("address", "name"),  # to the GM: APPROVE address
    "joined": ("players", "needed"),
    "player_joined": ("address", "name", "players", "needed"),  # to the GM
    "player_left": ("address", "name", "players", "needed"),  # before the start, to the GM
    "on_waiting_list": ("place",),
    "invited": ("gm",),
    "not_admitted": (),
    "wishes_wanted": ("powers", "until", "commitment"),
    "wishes_reminder": ("powers", "until"),
    "start_check": (),  # send READY so that the game can start
    # seats [{"power", "name", "address"}]; wishes [{"number", "who", "power", "wishes"}]: number in the order of joining, who is a
    # name, or the number in anonymous games; draws [{"label", "round", "power", "among", "winner"}]: lots among those,
    # round 0 for those whose wishes were all gone
    "allotment": ("seats", "wishes", "draws", "commitment"),
    # seats changing hands
    "seat_open": ("powers", "why"),  # why: "silent", "resigned", "ejected"; to all
    "seat_offer": ("power", "until"),  # to a person on the waiting list: reply YES
    "seat_taken": ("power", "name"),  # to all
    "seat_yours": ("power", "deadline", "sheet"),  # to the newcomer
    "seat_lost": ("power", "why"),
    # talk
    "press": ("from", "to", "public", "text"),  # from "" in grey press; to: powers, [] for all
    "digest": ("press",),  # [{"from", "to", "public", "text"}]: a day's press
    "press_copy": ("from", "to", "public", "text", "grey"),  # to the GM
    "announcement": ("text",),
    # votes
    "peace_declared": ("power", "withdrawn", "powers", "needed"),
    # the GM's acts as the players hear of them
    "option_changed": ("name", "before", "value"),
    "ordered_for_you": ("orders", "transcript"),
    "rolled_back": ("phase", "forward", "deadline"),
    "corrected": ("changes", "reason"),
    "preview": ("closed", "events", "view", "changes"),
    "review": ("closed", "events", "view", "changes"),  # the same, when results wait for the GM's PROCESS
    "address_confirm": ("old", "new"),  # to the old and to the new address: reply to confirm
    "address_changed": ("old", "new"),
    "log": ("entries",),
}
"""Every code of a `Notice`, with the facts it comes with."""

RESULT_CODES: dict[str, tuple[str, ...]] = {
    # orders
    "late": (),
    "game_over": (),
    "cleared": ("count",),
    "ready": ("missing",),
    "waiting": (),
    "not_ready": (),
    "not_waiting": (),
    "owes_nothing": (),
    # what cannot be done
    "unknown_command": ("given", "suggestions"),
    "not_allowed": ("verb",),
    "not_now": ("verb", "state"),
    "not_done_with_mistakes": (
        "verb",
    ),  # RESIGN in a mail with lines that were not understood: nothing was done
    "too_many_commands": ("verb",),  # more letters than one mail may make us write
    "usage": ("verb", "example"),
    "words_left": ("verb", "given", "text"),  # words behind a command that it cannot take: nothing was done
    "denied": ("verb",),  # "確定しない": the command is named, and not given
    "confirm_unclear": (),  # a reply to "reply to confirm" that may mean no
    "unknown_power": ("given", "known", "text"),
    "bad_address": ("given",),
    "bad_time": ("given",),
    "time_passed": ("given",),
    "bad_length": ("given",),
    # asking and settings of one's own
    "help": (),
    "status_sent": (),
    "history_sent": (),
    "list_sent": (),
    "rules_sent": (),
    "language_set": ("language",),
    "language_unknown": ("given", "known"),
    "timezone_set": ("timezone",),
    "timezone_unknown": ("given",),
    "address_pending": ("new",),
    "address_set": ("address",),
    "address_half_confirmed": (),
    "digest_set": ("on",),
    "name_set": ("name",),
    # recruiting and leaving
    "joined": ("players", "needed"),
    "join_pending": (),
    "join_waits_for_gm": (),
    "already_in": (),
    "not_invited": (),
    "on_waiting_list": ("place",),
    "wishes_set": ("wishes",),
    "ready_to_start": (),
    "observing": (),
    "left": (),
    "resigned": ("power",),
    "offer_accepted": ("power",),
    "offer_declined": ("power",),
    "nothing_offered": (),
    "absence_set": ("first", "last"),
    "absence_cleared": (),
    "absence_too_long": ("most", "total", "used"),
    # press and votes
    "press_sent": ("to", "public"),
    "press_held": ("until",),
    "press_refused": ("why", "until", "text", "vote"),  # why: phase, silent_hours, none, grey, nobody, empty
    "vote_counted": ("vote", "power"),
    "vote_withdrawn": ("vote", "power"),
    "vote_refused": ("vote",),
    # the GM's
    "seated": ("power", "address"),
    "started": ("phase", "deadline"),
    "seats_free": ("powers", "minimum"),
    "start_waits": ("until",),
    "processed": ("phase", "next"),
    "other_phase": ("given", "phase"),
    "deadline_set": ("before", "deadline"),
    "paused": ("until",),
    "resumed": ("deadline",),
    "outage_harmless": (),
    "option_set": ("name", "before", "value"),
    "option_refused": ("name", "value", "allowed"),
    "rolled_back": ("phase",),
    "no_such_phase": ("given", "known"),
    "preview_sent": (),
    "ordered": ("power", "orders", "refused"),
    "replaced": ("power", "address"),
    "ejected": ("power",),
    "invited": ("address",),
    "approved": ("address",),
    "nobody_there": ("given",),
    "announced": (),
    "gm_added": ("address",),
    "corrected": ("changes",),
    "correction_refused": ("given", "why"),
    "ended": ("kind", "winners"),
    "log_sent": (),
}
"""Every code of a `TranscriptLine.result`, with the facts it comes with."""
