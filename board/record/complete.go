package record

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"gammonlab/board"
	"gammonlab/board/game"
)

// Complete converts a match to the form in which the readers return it; use it
// for matches built by a program. In each game it
//
//   - splits joined moves such as 24/18 into one step for each die,
//   - inserts a [Take] if play continues after a double without one, and a Move without roll if a player moves twice,
//   - changes a last Move to [Rolled] if it plays nothing although it could, or if it has words as a play and the game has a winner,
//   - makes words behind a roll that cannot be played a comment, and what follows a legal play in the text of an illegal one,
//   - gives a Move the position of the [SetBoard] after it if the play is illegal, and no position if it is legal,
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
	for r.Err() != nil && m.mend(g, r) {
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
			m.Games[game].Actions[r.Index].normalise(r)
		}
	}
	return r
}

// normalise gives a Move the steps of its play, and removes the position after it if the
// play is legal. A Move that has only the position gets the legal play that leads there.
func (a *Action) normalise(r *Replay) {
	if !r.Illegal {
		a.Steps, a.Board = r.written(), nil
		return
	}
	if len(a.Steps) > 0 || a.Text != "" {
		return
	}
	for _, play := range r.gen.Plays(&r.Position, a.Roll) {
		if play.Result == r.Play.Result {
			a.Steps, a.Board = append([]board.Step(nil), play.Steps()...), nil
			return
		}
	}
}

// mend changes the action that ended a replay if it means something else than an illegal
// play, and reports whether it did.
func (m *Match) mend(g *Game, r *Replay) bool {
	if r.Index < 0 || r.Index >= len(g.Actions) {
		return false
	}
	a := &g.Actions[r.Index]
	if a.Kind != Move || !a.Roll.Valid() || !r.free && r.Match.Roller != a.Player || r.Match.Doubled {
		return false
	}
	switch next := r.Index + 1; {
	case g.lastUnplayed(r.Index):
		a.Kind = Rolled
	case next < len(g.Actions) && g.Actions[next].Kind == SetBoard && a.Board == nil:
		g.joinBoard(r.Index)
		return true
	case isWords(a.Text) && len(a.Steps) == 0 && len(r.gen.Plays(&r.Position, a.Roll)) == 0:
	default:
		return a.Board == nil && !r.Over() && m.shorten(a, r)
	}
	if isWords(a.Text) && !isUnknown(a.Text) {
		a.Comment = joinComments(a.Text, a.Comment)
	}
	a.Text = ""
	return true
}

// shorten makes what is no move in an illegal play, and what follows its longest legal
// beginning, a comment. It reports whether there is a legal beginning.
func (m *Match) shorten(a *Action, r *Replay) bool {
	var moves, rest []string
	for _, word := range strings.FieldsFunc(cmp.Or(a.Text, stepWords(a.Steps)), isBlank) {
		if _, err := parseSteps(word); err == nil {
			moves = append(moves, word)
		} else {
			rest = append(rest, word)
		}
	}
	for n := len(moves); n > 0; n-- {
		steps, err := parseSteps(strings.Join(moves[:n], " "))
		if err == nil && len(steps) > 0 && len(rest)+len(moves) > n && r.isLegal(a.Roll, steps) {
			remark := strings.Join(append(rest, moves[n:]...), " ")
			m.noticeInstead(a.Roll.String()+": "+a.Text, remark)
			a.Steps, a.Text, a.Comment = steps, "", joinComments(remark, a.Comment)
			return true
		}
	}
	return false
}

// isLegal reports whether steps are a legal play of a roll in the position.
func (r *Replay) isLegal(roll board.Roll, steps []board.Step) bool {
	_, err := playOf(r.gen, r.Position, roll, steps)
	return err == nil
}

// unplay makes the last play of a game a comment on its roll if it is illegal. Use it for
// games that words end after the play, so that no position depends on it.
func (m *Match) unplay(game int, gen *board.Generator) {
	g := &m.Games[game]
	r := m.singleSteps(game, gen)
	if r.Err() == nil || r.Index != len(g.Actions)-1 || r.Action.Kind != Move || !r.Action.Roll.Valid() {
		return
	}
	a := &g.Actions[r.Index]
	if isWords(a.Text) {
		return
	}
	text := cmp.Or(a.Text, stepWords(a.Steps))
	m.notice(Unplayable, a.Roll.String()+": "+text, 0)
	a.Kind, a.Steps, a.Text, a.Board, a.Comment = Rolled, nil, "", nil, joinComments(text, a.Comment)
}

// noticeIllegal notes the illegal plays whose position was taken over.
func (m *Match) noticeIllegal() {
	for i := range m.Games {
		var n rows
		for k := range m.Games[i].Actions {
			a := &m.Games[i].Actions[k]
			if row := n.add(a); a.Kind == Move && a.Board != nil {
				play := strings.TrimSuffix(a.Roll.String()+": "+stepWords(a.Steps), ": ")
				m.notice(Illegal, fmt.Sprintf("game %d, move %d, %v's %s", i+1, row, a.Player, play), 0)
			}
		}
	}
}

// joinBoard moves the position of the SetBoard after a Move to the Move.
func (g *Game) joinBoard(i int) {
	a, set := &g.Actions[i], &g.Actions[i+1]
	pos := *set.Board
	if set.Player != a.Player {
		pos = pos.Swap()
	}
	a.Board, a.Comment = &pos, joinComments(a.Comment, set.Comment)
	g.Actions = slices.Delete(g.Actions, i+1, i+2)
}

// lastUnplayed reports whether a Move is the last action and has a roll without its
// play. If a player resigns after a roll, XG writes question marks for the play, and sites
// write words; in old records, so do winners after their last roll.
func (g *Game) lastUnplayed(i int) bool {
	a := &g.Actions[i]
	hidden := isWords(a.Text) && plays(g.Result.Winner)
	return i == len(g.Actions)-1 && len(a.Steps) == 0 && a.Board == nil && (a.Text == "" || hidden)
}

// isWords reports whether a text instead of a play is no attempt at moves: it has two or
// more question marks, or letters and no move.
func isWords(text string) bool {
	return isUnknown(text) || strings.ContainsFunc(text, unicode.IsLetter) && !slices.ContainsFunc(strings.Fields(text), isLikeMove)
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
		if t.next = a.Player.Opponent(); a.Board != nil && len(a.Steps) == 0 {
			t.next = board.Nobody // the file has a position instead of the play, and perhaps of more
		}
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
