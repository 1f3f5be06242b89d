package bearoff

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// entry is what the databases tell about a position; at the score of a match also its cube
// decision there.
type entry struct {
	*engine.EndingReport
	Match *cube.RaceReport `json:"match,omitempty"` // nil in money games

	position board.Position
	stakes   *cube.Stakes // nil in money games
}

// newEntry returns the entry of a position, at the cube and score of its ID.
func newEntry(s *board.XGID, databases *engine.Databases, met *cube.MET) (*entry, error) {
	report, err := databases.Report(s.Position)
	if err != nil || s.Match.Length == 0 {
		return &entry{EndingReport: report}, err
	}
	state, err := cube.FromXGID(s)
	if err != nil {
		return nil, err
	}
	stakes, err := cube.Prepare(state, met)
	if err != nil {
		return nil, err
	}
	return &entry{report, cube.NewRaceReport(&s.Position, stakes, databases), s.Position, stakes}, nil
}

// Text formats the entry as text.
func (e *entry) Text() string {
	if e.stakes == nil {
		return e.EndingReport.Text()
	}
	return cube.DrawPosition(&e.position, board.Roll{}, e.Class, e.stakes) + e.Tables("Money games:\n") + "\n" + e.Match.Text()
}
