"""Games and matches, with stand-ins for the interfaces of Gymnasium and OpenSpiel."""
import copy
import random
import sys
import types
from types import SimpleNamespace

import numpy as np
import pytest

from gammonlab import START, to_array
from gammonlab.match import ACTIONS, DICE, DOUBLE, PASS, ROLL, TAKE, Match


def at(match, own, other, dice=None, **state):
    """Puts a match in the middle of a game. Checkers by point, 25 for the bar; the rest is off."""
    sides = np.zeros((2, 26), np.uint8)
    for side, points in zip(sides, (own, other)):
        for point, n in points.items():
            side[point - 1] = n
        side[25] = 15 - side.sum()
    match.position, match.phase, match.turn = sides.tobytes(), "roll", 0
    vars(match).update(state)
    if dice:
        match.roll(DICE.index(dice))
    return match


def test_actions_are_those_of_openspiel():
    match = Match()
    match.roll(1)  # 31 of player 0
    assert len(match.actions()) == 16
    # 8/5 6/5, the higher die first: the second checker * 26 + the first, by index of the point
    assert 5 * 26 + 7 in match.actions() and 18 * 26 + 16 in match.actions(0)
    assert match.actions(1) == match.actions()
    blocked = at(Match(), {25: 1, 1: 14}, {n: 2 for n in range(1, 7)}, (1, 2))
    assert blocked.actions() == [1351]  # no checker moves
    # only the lower die can be played: 24/23, with the other die blocked everywhere
    one = at(Match(), {24: 1}, {3: 2, 4: 2, 8: 11}, (1, 2))
    assert one.actions() == [25 * 26 + 23 + 676]


def test_legal_plays_are_those_of_the_program(engine):
    rng, rolls = random.Random(4), {dice: [] for dice in DICE}
    for _ in range(40):
        match = Match()
        while match.phase != "over":
            if match.phase in ("first roll", "roll"):
                before = match.position
                match.roll(rng.randrange(15 if match.phase == "first roll" else 21))
                rolls[match.dice].append((np.frombuffer(before, np.uint8), set(match.paths.values()) - {before}))
            else:
                match.act(rng.choice([action for action in match.actions() if action != PASS]))
    assert sum(map(len, rolls.values())) > 1000 and any(not results for rows in rolls.values() for _, results in rows)
    for dice, rows in rolls.items():
        answers = engine.legal_plays(np.stack([position for position, _ in rows]), dice)
        for (_, results), plays in zip(rows, answers):
            want = to_array([play["result_id"] for play in plays])[:, ::-1]
            assert results == {position.tobytes() for position in want}


def test_a_double_is_two_actions():
    match = Match()
    match.phase = "roll"
    match.roll(DICE.index((6, 6)))
    assert len(match.paths) == 11
    first = 12 * 26 + 12  # 13/7(2)
    halves = copy.deepcopy(match)
    halves.act(first)
    assert (halves.phase, halves.turn, halves.halfway) == ("play", 0, True)
    assert match.phase == "play" and not match.halfway  # the copy shares nothing that changes
    halves.act(first)
    assert (halves.phase, halves.turn) == ("cube", 1)
    assert halves.position[26:] == to_array("4HsHATDgc/ABMA")[0, 1].tobytes()  # 13/7(4)


@pytest.mark.parametrize("other, points", [
    ({1: 14}, 1), ({1: 15}, 2), ({1: 14, 25: 1}, 3), ({1: 14, 19: 1}, 3), ({1: 14, 18: 1}, 2)])
def test_gammons_and_the_cube(other, points):
    for state, cube, jacoby in [({}, 1, False), ({"cube": 4, "owner": 0}, 4, True), ({}, 1, True)]:
        match = at(Match(jacoby=jacoby), {3: 1}, other, (2, 5), **state)
        match.act(match.actions()[0])
        won = cube * (1 if jacoby and not state else points)
        assert match.phase == "over" and match.returns() == (won, -won)


def test_double_take_and_pass():
    match = at(Match(), {6: 15}, {6: 15}, phase="cube")
    assert match.actions() == [ROLL, DOUBLE]
    match.act(DOUBLE)
    assert (match.phase, match.turn, match.actions()) == ("answer", 1, [TAKE, PASS])
    passed = copy.deepcopy(match)
    passed.act(PASS)
    assert passed.returns() == (1, -1)
    match.act(TAKE)
    assert (match.phase, match.turn, match.cube, match.owner) == ("roll", 0, 2, 1)
    assert match.state() == {"cube": 2, "owner": "opponent", "jacoby": False}
    with pytest.raises(ValueError, match="not legal"):
        match.act(TAKE)


def test_the_score_of_a_match():
    match = Match(3)
    for winner, score, crawford in [(0, (2, 0), True), (1, (2, 1), False), (1, (2, 2), False)]:
        at(match, {3: 1}, {1: 15} if winner == 0 else {1: 14}, (2, 5), turn=winner)
        match.turn = winner
        match.act(match.actions()[0])
        assert (match.score, match.crawford, match.phase) == (score, crawford, "first roll")
        at(match, {24: 15}, {24: 15}, (1, 2))
        match.act(match.actions()[0])
        # no double in the Crawford game; 2-2 of 3 is a dead cube for both
        assert match.phase == ("cube" if score == (2, 1) else "roll")
    match = at(Match(3), {3: 1}, {1: 15}, (2, 5), cube=2)
    match.act(match.actions()[0])
    assert match.phase == "over" and match.returns() == (1, -1) and match.actions() == []


def gymnasium():
    class Env:
        def reset(self, seed=None):
            self.np_random = np.random.default_rng(seed)
    spaces = SimpleNamespace(Box=lambda low, high, shape, dtype: SimpleNamespace(low=low, high=high, shape=shape),
                             Discrete=lambda n: SimpleNamespace(n=n))
    return SimpleNamespace(Env=Env, spaces=spaces)


def test_gymnasium(monkeypatch, engine):
    monkeypatch.setitem(sys.modules, "gymnasium", gymnasium())
    from gammonlab.gym import Backgammon

    def play(env, seed):
        rng, rewards = random.Random(seed), []
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            assert observation.shape == env.observation_space.shape and (observation >= env.observation_space.low).all()
            actions = np.flatnonzero(info["action_mask"])
            assert len(actions) > 1 and info["action_mask"].shape == (env.action_space.n,)
            observation, reward, over, cut, info = env.step(rng.choice([a for a in actions if a not in (PASS, DOUBLE)]))
            rewards.append(reward)
        assert not any(rewards[:-1]) and not cut and "over" in env.render()
        return rewards[-1], env.render()

    env = Backgammon(length=1, render_mode="ansi")
    assert play(env, 1) == play(env, 1)
    against = Backgammon(opponent=lambda match: match.best(engine), render_mode="ansi")
    assert play(against, 2)[0] < 0  # a random player loses to the engine
    with pytest.raises(ValueError, match="not legal"):
        env.reset(seed=1)
        env.step(TAKE)


def pyspiel():
    class Game:
        def __init__(self, kind, info, params):
            self.info = info

    class State:
        def __init__(self, game):
            pass

    names = SimpleNamespace
    kind = types.new_class("GameType", (SimpleNamespace,))
    kind.Dynamics, kind.ChanceMode = names(SEQUENTIAL=0), names(EXPLICIT_STOCHASTIC=0)
    kind.Information, kind.Utility = names(PERFECT_INFORMATION=0), names(ZERO_SUM=0)
    kind.RewardModel = names(TERMINAL=0)
    games = {}
    return names(Game=Game, State=State, GameType=kind, GameInfo=SimpleNamespace, PlayerId=names(CHANCE=-1, TERMINAL=-4),
                 register_game=lambda kind, game: games.update({kind.short_name: game}), games=games)


def test_openspiel(monkeypatch):
    stand_in = pyspiel()
    monkeypatch.setitem(sys.modules, "pyspiel", stand_in)
    from gammonlab import openspiel
    assert stand_in.games == {"gammonlab": openspiel.Game}
    game = openspiel.Game({"length": 2})
    state, rng = game.new_initial_state(), random.Random(3)
    assert len(state.chance_outcomes()) == 30 == game.info.max_chance_outcomes
    observer = game.make_py_observer()
    while not state.is_terminal():
        player = state.current_player()
        if player == stand_in.PlayerId.CHANCE:
            outcomes, chances = zip(*state.chance_outcomes())
            assert abs(sum(chances) - 1) < 1e-9
            action = rng.choices(outcomes, chances)[0]
        else:
            actions = state._legal_actions(player)
            assert actions == sorted(set(actions)) and 0 <= actions[0] and actions[-1] < ACTIONS
            action = rng.choice(actions)
        assert state._action_to_string(player, action)
        observer.set_from(state, 0)
        assert observer.tensor.any() and str(state) == observer.string_from(state, 0)
        state._apply_action(action)
    assert sorted(state.returns()) == [-1, 1] and state.current_player() == stand_in.PlayerId.TERMINAL
    assert START.tobytes() != state.match.position
