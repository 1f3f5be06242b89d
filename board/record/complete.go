package record

import (
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/board/game"
)

// Complete converts a match to the form in which the readers return it; use it
// for matches built by a program. In each game it
//
//   - splits joined moves such as 24/18 into one step for each die,
//   - inserts a [Take] if play continues after a double without one, and a Move without roll if a player moves twice,
//   - changes a last Move to [Rolled] if it plays nothing although it could, or if it has question marks as a play and the opponent won the game,
//   - sets the result if it is missing and the play determines it,
//   - appends a [Drop] or a [Resign] to a game that has a winner before its end.
//
// After an illegal play the rest of a game is not changed.
func (m *Match) Complete() {
	var gen board.Generator
	for i := range m.Games {
		m.complete(i, &gen)
	}
}

func (m *Match) complete(game int, gen *board.Generator) {
	g := &m.Games[game]
	g.Actions = withMissing(g.Actions)
	r := m.singleSteps(game, gen)
	if r.Err() != nil && g.lastUnplayed(r) {
		g.Actions[r.Index].Kind, g.Actions[r.Index].Text = Rolled, ""
		r = m.singleSteps(game, gen)
	}
	if r.Err() != nil {
		return
	}
	if g.Result.Winner == board.Nobody {
		g.Result = r.Result
	}
	if !r.Over() {
		g.Actions = appendEnding(g.Actions, r, g.Result)
	}
}

// singleSteps replays a game and changes the steps of its legal plays to one
// for each die.
func (m *Match) singleSteps(game int, gen *board.Generator) *Replay {
	r := m.replay(game, gen)
	for r.Next() {
		if r.Action.Kind == Move {
			m.Games[game].Actions[r.Index].Steps = r.written()
		}
	}
	return r
}

// lastUnplayed reports whether a replay failed because the last action has a
// roll without its play. If a player resigns after a roll, XG writes question
// marks for the play.
func (g *Game) lastUnplayed(r *Replay) bool {
	if r.Index != len(g.Actions)-1 || r.Index < 0 {
		return false
	}
	a := &g.Actions[r.Index]
	resigned := isUnknown(a.Text) && plays(a.Player) && g.Result.Winner == a.Player.Opponent()
	return a.Kind == Move && a.Roll.Valid() && len(a.Steps) == 0 && (a.Text == "" || resigned) &&
		(r.free || r.Match.Roller == a.Player)
}

// isUnknown reports whether a text instead of a play consists of two or more
// question marks.
func isUnknown(text string) bool {
	return len(text) >= 2 && strings.Trim(text, "?") == ""
}

// appendEnding appends the action that must have ended an unfinished game with
// the result: the drop of an unanswered double, or a resignation. It appends
// nothing if no resignation gives the points.
func appendEnding(dst []Action, r *Replay, result Result) []Action {
	if !plays(result.Winner) || result.Points == 0 {
		return dst
	}
	loser := result.Winner.Opponent()
	if r.Match.Doubled && r.Match.Turn == loser && result.Points <= r.Match.Cube {
		return append(dst, Action{Kind: Drop, Player: loser})
	}
	for value := 1; value <= 3; value++ {
		if value*r.Match.Cube >= result.Points { // more if not all of them count
			return append(dst, Action{Kind: Resign, Player: loser, Value: value})
		}
	}
	return dst
}

// withMissing inserts the takes and turns that a record may omit, and changes
// doubles that answer doubles to beavers.
func withMissing(actions []Action) []Action {
	var t turns
	t.next = board.Nobody
	missing := 0
	for i := range actions {
		missing += len(t.before(&actions[i]))
		t.add(&actions[i])
	}
	if missing == 0 {
		return actions
	}
	all := make([]Action, 0, len(actions)+missing)
	t = turns{next: board.Nobody}
	for _, a := range actions {
		all = append(all, t.before(&a)...)
		t.add(&a)
		all = append(all, a)
	}
	return all
}

// turns tracks whose turn it is.
type turns struct {
	next    board.Player // to roll or double; Nobody if both players may
	roller  board.Player // who doubled first
	doubled bool         // next must answer
}

// before returns the actions that must have preceded a.
func (t *turns) before(a *Action) []Action {
	if a.Kind != Move && a.Kind != Rolled && a.Kind != Double || !plays(a.Player) {
		return nil
	}
	if t.doubled {
		if a.Kind == Double && a.Player == t.next {
			a.Kind = Beaver
			return nil
		}
		take := Action{Kind: Take, Player: t.next}
		t.add(&take)
		return append([]Action{take}, t.before(a)...)
	}
	if a.Kind != Rolled && a.Player == t.next.Opponent() {
		return []Action{{Kind: Move, Player: t.next}}
	}
	return nil
}

func (t *turns) add(a *Action) {
	switch a.Kind {
	case Move:
		t.next = a.Player.Opponent()
	case Double:
		t.next, t.roller, t.doubled = a.Player.Opponent(), a.Player, true
	case Beaver:
		t.next = a.Player.Opponent()
	case Take:
		t.next, t.doubled = t.roller, false
	default:
		t.next, t.doubled = board.Nobody, false
	}
}

// AddGame appends an unfinished game without actions and returns it. The score
// is computed from the last game; the Crawford flag from all games.
func (m *Match) AddGame() *Game {
	g := Game{Cube: 1, Result: Result{Winner: board.Nobody}}
	if n := len(m.Games); n > 0 {
		last := &m.Games[n-1]
		g.Score = last.Score
		if plays(last.Result.Winner) {
			g.Score[last.Result.Winner] += last.Result.Points
		}
	}
	g.Crawford = m.isCrawford(g.Score) &&
		!slices.ContainsFunc(m.Games, func(g Game) bool { return m.isCrawford(g.Score) })
	m.Games = append(m.Games, g)
	return &m.Games[len(m.Games)-1]
}

// isCrawford reports whether the first game at the score is the Crawford game.
func (m *Match) isCrawford(score [2]int) bool {
	return m.Rules.Crawford && game.OneAway(m.Length, score)
}
