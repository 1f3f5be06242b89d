package bot

import (
	"slices"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/engine/protocol"
)

// View is the state of a game as a server shows it.
type View struct {
	protocol.Question
	Opening bool // the opening roll has not determined the first player
	Moving  bool // some steps of the play have been made
}

// Recorder records a match from the views of a server. It infers plays that the server
// did not show: the legal play that leads from one board to the next. If there is none,
// it sets the board in the record.
type Recorder struct {
	match *record.Match
	state game.State // of the current game
	over  bool       // the current game is over, or there is none
}

// NewRecorder returns a recorder at the start of a match; length is 0 for a money
// session.
func NewRecorder(opponent, me string, length int, date string) *Recorder {
	m := &record.Match{Length: length, Names: [2]string{opponent, me}}
	m.Info.Date = date
	m.Rules.Crawford = length > 0
	return &Recorder{match: m, over: true}
}

// ResumeRecorder returns a recorder that continues the record of a match.
func ResumeRecorder(m *record.Match) *Recorder {
	r := &Recorder{match: m, over: true}
	if len(m.Games) == 0 {
		return r
	}
	last := len(m.Games) - 1
	g := &m.Games[last]
	replay := m.Replay(last)
	for replay.Next() {
		if a := &replay.Action; replay.Index == len(g.Actions)-1 && a.Roll.Valid() && len(a.Steps) == 0 {
			// Dice that have not been played yet, or cannot be played.
			r.state, r.over = replay.State, false
			g.Actions = g.Actions[:replay.Index]
			return r
		}
	}
	r.state = replay.State
	r.over = replay.Over() || g.Result.Winner != board.Nobody || replay.Err() != nil
	return r
}

// Match returns the record so far.
func (r *Recorder) Match() *record.Match {
	m := *r.match
	m.Games = slices.Clone(m.Games)
	for i := range m.Games {
		m.Games[i].Actions = slices.Clone(m.Games[i].Actions)
	}
	if !r.over && r.state.Match.Dice.Valid() && !r.state.Match.Doubled {
		g := &m.Games[len(m.Games)-1]
		g.Actions = append(g.Actions, record.Action{
			Kind: record.Rolled, Player: r.state.Match.Roller, Roll: r.state.Match.Dice})
	}
	m.Complete()
	return &m
}

// Crawford reports whether the current game is the Crawford game. Between games it
// reports this for the next game, at the given score.
func (r *Recorder) Crawford(score [2]int) bool {
	if !r.over && r.state.Match.Score == score {
		return r.state.Match.Crawford
	}
	m := *r.match
	m.Games = slices.Clone(m.Games)
	return m.Rules.Crawford && game.OneAway(m.Length, score) && !r.crawfordOver(score)
}

// crawfordOver reports whether an earlier game was at the score of a Crawford game.
func (r *Recorder) crawfordOver(score [2]int) bool {
	return slices.ContainsFunc(r.match.Games, func(g record.Game) bool {
		return game.OneAway(r.match.Length, g.Score) && g.Score != score
	})
}

// See records the actions that led to the view.
func (r *Recorder) See(v *View) {
	if v.Position.Result() != 0 {
		return // Win records the winner and the points
	}
	if !r.over && v.Match.Score != r.state.Match.Score {
		r.missed(v.Match.Score)
	}
	if r.over {
		r.begin(v.Match.Score, v.Match.Crawford)
	}
	if v.Opening {
		return
	}
	r.endTurn(v)
	r.seeCube(v)
	if !v.Moving && !r.agrees(v) {
		r.put(v)
	}
	if m := &r.state.Match; v.Match.Dice.Valid() && !v.Match.Doubled {
		m.Dice = v.Match.Dice
	}
}

// Roll records the dice that a player has thrown.
func (r *Recorder) Roll(p board.Player, roll board.Roll) {
	m := &r.state.Match
	if r.over || !roll.Valid() || m.Doubled {
		return
	}
	if m.Dice.Valid() && m.Roller != p && len(board.Plays(r.state.Position, m.Dice)) == 0 {
		r.play(nil, r.state.Position.Swap()) // the opponent had no legal play
	}
	if m.Dice.Valid() {
		return
	}
	if m.Roller != p && len(r.current().Actions) > 0 {
		return
	}
	r.state.SetRoller(p)
	m.Dice = roll
}

// Win records the end of the current game.
func (r *Recorder) Win(winner board.Player, points int) {
	if r.over {
		return
	}
	g := r.current()
	switch m := &r.state.Match; {
	case m.Doubled:
		r.add(record.Action{Kind: record.Drop, Player: winner.Opponent()})
	case m.Dice.Valid() && r.bearOff(winner, points):
	default:
		if m.Dice.Valid() {
			r.add(record.Action{Kind: record.Rolled, Player: m.Roller, Roll: m.Dice})
		}
		kind := min(max((points+m.Cube-1)/m.Cube, 1), 3)
		r.add(record.Action{Kind: record.Resign, Player: winner.Opponent(), Value: kind})
	}
	g.Result = record.Result{Winner: winner, Points: points}
	r.over = true
}

// bearOff records the play that wins the game, if there is one.
func (r *Recorder) bearOff(winner board.Player, points int) bool {
	if r.state.Match.Roller != winner {
		return false
	}
	plays := board.Plays(r.state.Position, r.state.Match.Dice)
	for i := range plays {
		lost := -int(plays[i].Result.Result())
		if lost > 0 && (r.state.Points(lost) == points || r.match.Length == 1) {
			r.play(plays[i].Steps(), plays[i].Result)
			return true
		}
	}
	return false
}

// missed ends the current game with the winner and the points that follow from the next
// score.
func (r *Recorder) missed(score [2]int) {
	for _, p := range []board.Player{board.PlayerO, board.PlayerX} {
		if points := score[p] - r.state.Match.Score[p]; points > 0 {
			r.Win(p, points)
			return
		}
	}
	r.over = true
}

// begin starts a game.
func (r *Recorder) begin(score [2]int, crawford bool) {
	g := r.match.AddGame()
	g.Score, g.Crawford = score, crawford
	r.state = game.New(game.Rules{Length: r.match.Length, Crawford: r.match.Rules.Crawford, DeadDoubles: true})
	r.state.Match.Score, r.state.Match.Crawford, r.state.Opening = score, crawford, false
	r.over = false
}

func (r *Recorder) current() *record.Game { return &r.match.Games[len(r.match.Games)-1] }

func (r *Recorder) add(a record.Action) {
	g := r.current()
	if len(g.Actions) < record.MaxActions-2 {
		g.Actions = append(g.Actions, a)
	}
}

// play records a play of the dice.
func (r *Recorder) play(steps []board.Step, result board.Position) {
	m := &r.state.Match
	r.add(record.Action{Kind: record.Move, Player: m.Roller, Roll: m.Dice, Steps: slices.Clone(steps)})
	r.state.Play(result)
}

// endTurn records the play of the last roll, if the view shows the next turn.
func (r *Recorder) endTurn(v *View) {
	m := &r.state.Match
	if len(r.current().Actions) == 0 && !m.Dice.Valid() {
		r.state.SetRoller(v.Match.Roller)
	}
	if !m.Dice.Valid() || v.Match.Roller == m.Roller && v.Match.Dice == m.Dice {
		return
	}
	result := seenBy(v, m.Roller.Opponent())
	plays := board.Plays(r.state.Position, m.Dice)
	if len(plays) == 0 && result == r.state.Position.Swap() {
		r.play(nil, result)
		return
	}
	for i := range plays {
		if plays[i].Result == result {
			r.play(plays[i].Steps(), result)
			return
		}
	}
}

// seenBy returns the board of a view from a player's point of view.
func seenBy(v *View, p board.Player) board.Position {
	if v.Match.Roller == p {
		return v.Position
	}
	return v.Position.Swap()
}
