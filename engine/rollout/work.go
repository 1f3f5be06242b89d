package rollout

import (
	"slices"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/internal/setting"
)

// Work is a rollout of positions as users describe it, see [setting.Field].
type Work struct {
	named.Net  `group:"Model and search"`
	Dice       string    `json:"dice,omitempty" help:"<ROLL>, such as 31, whose plays are compared"`
	Candidates int       `json:"candidates,omitempty" default:"5" help:"compare the best <N> plays by 0-ply equity; 0 for all"`
	Play       []string  `json:"play,omitempty" help:"compare <PLAY>, such as '8/5 6/5'"`
	Cubeful    bool      `json:"cubeful,omitempty" group:"Rules, cube and score" help:"play with the doubling cube (implied by flags for cube and score)"`
	Double     bool      `json:"double,omitempty" group:"Rules, cube and score" help:"roll out the cube decision: no double, and double and take"`
	MET        named.MET `json:"met,omitzero" group:"Rules, cube and score"`
	Settings   `group:"Rollout"`
}

// Open finds what the settings name.
func (w *Work) Open(o *named.Opener) error { return named.Open(w, o) }

// Validate returns an error for the first invalid setting.
func (w *Work) Validate() error {
	const double, dice, play = setting.Name("double"), setting.Name("dice"), setting.Name("play")
	_, err := w.roll()
	switch {
	case err != nil:
		return err
	case w.Candidates < 0:
		return setting.Errorf("%s is %d, want at least 0", setting.Name("candidates"), w.Candidates)
	case len(w.Play) > 0 && w.Dice == "":
		return setting.Errorf("%s needs %s", play, dice)
	case w.Double && w.Dice != "":
		return setting.Errorf("%s contradicts %s: a double comes before the roll", double, dice)
	}
	return w.Settings.Validate()
}

// roll returns the roll of the settings, the zero Roll for none.
func (w *Work) roll() (roll board.Roll, err error) {
	if w.Dice == "" {
		return roll, nil
	}
	if roll, err = board.ParseRoll(w.Dice); err != nil {
		err = setting.Errorf("%s: %w", setting.Name("dice"), err)
	}
	return roll, err
}

// Question returns the question about a position. Without dice in the settings, the roll is
// that of the position. Stakes are nil for a cubeless rollout.
func (w *Work) Question(p *board.XGID, stakes *cube.Stakes) (*Question, error) {
	roll, err := w.roll()
	if err != nil {
		return nil, err
	}
	if w.Dice == "" && !w.Double {
		roll = p.Match.Dice
	}
	q := &Question{Position: p.Position, Roll: roll, Stakes: stakes, Double: w.Double, Candidates: w.Candidates}
	q.Plays, err = PlaysOf(&p.Position, roll, w.Play)
	return q, err
}

// PlaysOf returns the plays of a roll that the setting play names, each once; nil for none.
func PlaysOf(pos *board.Position, roll board.Roll, texts []string) (plays []board.Play, err error) {
	for _, text := range texts {
		play, err := board.ParsePlay(*pos, roll, text)
		if err != nil {
			return nil, setting.Errorf("%s: %w", setting.Name("play"), err)
		}
		if slices.ContainsFunc(plays, func(p board.Play) bool { return p.Result == play.Result }) {
			return nil, setting.Errorf("%s: %s is named twice", setting.Name("play"), board.FormatPlay(*pos, play))
		}
		plays = append(plays, play)
	}
	return plays, nil
}
