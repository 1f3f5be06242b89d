package bot

import (
	"fmt"
	"time"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
)

// Table manages the matches of the bot: it records the current match, saves the record
// after each change, and counts the results.
type Table struct {
	Decider Decider
	Saver   *Saver // nil to save no records
	Results *Results
	Log     func(format string, args ...any)

	// Finished, if not nil, receives the record of each finished match.
	Finished func(*record.Match)

	recorder *Recorder
	opponent string
	me       string
	length   int
	saved    error // last error of the saver; each error is logged once
}

// Begin sets the current match. Calls for the same match have no effect. The record
// begins with the first view.
func (t *Table) Begin(opponent, me string, length int) {
	if t.opponent == opponent && t.length == length {
		return
	}
	t.Drop()
	t.opponent, t.me, t.length = opponent, me, length
}

// start begins the record of the match, or continues an existing record of a resumed
// match.
func (t *Table) start(v *View) {
	if t.recorder != nil || t.opponent == "" {
		return
	}
	now := time.Now()
	fresh := v.Match.Score == [2]int{} && (v.Opening || v.Position == board.Backgammon.Start())
	if t.Saver != nil {
		if m := t.Saver.open(t.opponent, t.me, t.length, now, v, fresh); m != nil {
			t.recorder = ResumeRecorder(m)
			t.Log("the match to %d against %s goes on", t.length, t.opponent)
			return
		}
	}
	t.recorder = NewRecorder(t.opponent, t.me, t.length, now.Format(time.DateOnly))
	t.Log("a match to %d against %s begins", t.length, t.opponent)
}

// Drop discards the current match without counting it; its file stays.
func (t *Table) Drop() { t.recorder, t.opponent, t.length = nil, "", 0 }

// Opponent returns the name of the opponent, "" without a current match.
func (t *Table) Opponent() string { return t.opponent }

// See records a view of the current match.
func (t *Table) See(v *View) {
	t.start(v)
	t.change(func(r *Recorder) { r.See(v) })
}

// Roll records the dice of a player.
func (t *Table) Roll(p board.Player, roll board.Roll) {
	t.change(func(r *Recorder) { r.Roll(p, roll) })
}

// Double records a double by the player on roll.
func (t *Table) Double() { t.change((*Recorder).Double) }

// Take records that the double was taken.
func (t *Table) Take() { t.change((*Recorder).Take) }

// Win records the winner of a game.
func (t *Table) Win(p board.Player, points int) {
	t.change(func(r *Recorder) { r.Win(p, points) })
}

// Crawford reports whether the game of a view is the Crawford game by the record of the
// match. Without a record it returns assumed, if a player is 1-away.
func (t *Table) Crawford(v *View, assumed bool) bool {
	t.start(v)
	if t.recorder == nil || len(t.recorder.match.Games) == 0 {
		return assumed && game.OneAway(t.length, v.Match.Score)
	}
	return t.recorder.Crawford(v.Match.Score)
}

// change changes the record by do and saves it.
func (t *Table) change(do func(*Recorder)) {
	if t.recorder == nil {
		return
	}
	before := t.recorder.size()
	do(t.recorder)
	if t.Saver == nil || t.recorder.size() == before {
		return
	}
	err := t.Saver.save(t.recorder.Match())
	if err != nil && (t.saved == nil || t.saved.Error() != err.Error()) {
		t.Log("the record cannot be saved: %v", err)
	}
	t.saved = err
}

// size returns numbers that change with every change of the record.
func (r *Recorder) size() [3]int {
	n := len(r.match.Games)
	if n == 0 {
		return [3]int{}
	}
	over := 0
	if r.over {
		over = 1
	}
	return [3]int{n, len(r.current().Actions), over}
}

// Finish ends the match and counts it.
func (t *Table) Finish(winner board.Player, score [2]int) {
	if t.opponent == "" {
		return
	}
	t.Results.Count(t.length, winner, score)
	words := "lost"
	if winner == board.PlayerX {
		words = "won"
	}
	t.Log("%s a match to %d against %s by %s", words, t.length, t.opponent,
		fmt.Sprintf("%d-%d", max(score[0], score[1]), min(score[0], score[1])))
	if t.Finished != nil && t.recorder != nil {
		t.Finished(t.recorder.Match())
	}
	if t.Saver != nil {
		t.Saver.close()
	}
	t.Drop()
}

// RollOf returns the roll of two dice as servers send them, none for numbers that are no
// dice.
func RollOf(a, b int) board.Roll {
	if a < 1 || a > 6 || b < 1 || b > 6 {
		return board.Roll{}
	}
	return board.Roll{uint8(a), uint8(b)}
}
