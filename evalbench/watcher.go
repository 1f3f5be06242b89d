package evalbench

import (
	"gammonlab/board"
	rules "gammonlab/board/game"
	"gammonlab/board/record"
)

// rules returns the rules of a game or match in the form of package game.
// watcher observes the games of a runner: it computes luck and costs, and records the
// actions.
type watcher struct{ *gameRunner }

// Doubles implements [player.Observer].
func (t watcher) Doubles(s *rules.State, double bool) error {
	side := int(s.Match.Roller)
	err := t.judgeDouble(side, double)
	if err == nil && double {
		t.note(side, record.Action{Kind: record.Double})
	}
	return err
}

// Answers implements [player.Observer].
func (t watcher) Answers(s *rules.State, answer rules.Answer) error {
	t.judgeAnswer(answer)
	t.note(int(s.Match.Turn), record.Action{Kind: record.Answered(answer)})
	return nil
}

// Rolled implements [player.Observer].
func (t watcher) Rolled(s *rules.State) error {
	side := int(s.Match.Roller)
	if s.Plies == 0 {
		t.recordGame(side)
	}
	if t.luck == nil {
		return nil
	}
	return t.addLuck(side, s.Match.Dice)
}

// Plays implements [player.Observer].
func (t watcher) Plays(s *rules.State, plays []board.Play, chosen int) error {
	side, roll := int(s.Match.Roller), s.Match.Dice
	if chosen < 0 {
		t.notePlay(side, roll, nil)
		return nil
	}
	err := t.judgePlay(side, roll, plays, chosen)
	if err == nil {
		t.notePlay(side, roll, plays[chosen].Steps())
	}
	return err
}
