package analysis

import (
	"slices"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
)

// open records the decision before which an unfinished game ends: the play of a roll, the
// answer to a double, or whether to double in a position without dice. The replay is at
// the end of the game.
func (w *walker) open(r *record.Replay, g *record.Game) error {
	if g.Result.Winner != board.Nobody || r.Over() || len(g.Actions) == 0 {
		return nil
	}
	at := *r
	at.Index = len(g.Actions) - 1
	at.Action = g.Actions[at.Index]
	at.Action.Player = r.Match.Roller
	before := len(w.jobs)
	var err error
	switch at.Action.Kind {
	case record.Rolled:
		err = w.openPlay(&at)
	case record.Double:
		at.Index++
		at.Action = record.Action{Kind: record.Take, Player: r.Match.Turn}
		err = w.cube(&at, Answer, false)
	case record.SetBoard, record.SetCube, record.SetOwner:
		err = w.double(&at, false)
	}
	for i := before; i < len(w.jobs); i++ {
		w.jobs[i].decision.Open = true
	}
	return err
}

// openPlay records the play of a roll. The best play of the record stands for the one
// that was made: it is evaluated at full plies.
func (w *walker) openPlay(r *record.Replay) error {
	stakes, err := w.advice.Stakes(&r.Match)
	if err != nil {
		return err
	}
	var gen board.Generator
	j := job{stakes: stakes, recorded: r.Action.Analysis, decision: &Decision{Kind: Play}}
	if plays := gen.Plays(&r.Position, r.Match.Dice); len(plays) > 0 {
		j.made = plays[0]
	}
	if j.recorded != nil {
		if all := legalPlays(j.recorded, stakes, &r.Position, r.Match.Dice); len(all) > 0 {
			j.made.Result = all[0].result
		}
	}
	w.note(r, j)
	return nil
}

// keptOpen returns the plays of an open decision to keep: the best ones, and all that the
// record has.
func (w *decisionAnalyser) keptOpen(all []advice.Choice, j *job) []advice.Choice {
	if w.candidates <= 0 || len(all) <= w.candidates {
		return all
	}
	kept := slices.Clone(all[:w.candidates])
	if j.recorded == nil {
		return kept
	}
	listed := legalPlays(j.recorded, j.stakes, &j.decision.Position, j.decision.Match.Dice)
	for _, c := range all[w.candidates:] {
		if slices.ContainsFunc(listed, func(p RecordedPlay) bool { return p.result == c.Play.Result }) {
			kept = append(kept, c)
		}
	}
	return kept
}
