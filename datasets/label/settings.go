package label

import (
	"fmt"
	"slices"
	"strconv"

	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
)

// Settings say how positions are labelled.
type Settings struct {
	By datasets.Method // one of Methods

	// Seed is that of rollouts and games. Each position has one of its own that
	// is derived from it, see [datasets.Row].
	Seed uint64

	// Prune has the model's pruning nets say, with Ply1 and Ply2, which plays the
	// other nets are asked about. Without it they are asked about all.
	Prune bool

	// Sieve says which plays those are, with Ply1.
	Sieve engine.Sieve

	// Rollout says how positions are rolled out. Its seed, its workers, its state
	// and its progress mean nothing here.
	Rollout rollout.Settings

	// Cubeful has rollouts played with the cube, in a money game without the
	// Jacoby rule and beavers and the cube in the middle. The player on roll does
	// not double at once.
	Cubeful bool

	Games  int              // how often Game plays a position out
	Player rollout.Strength // who plays both sides then
}

// Methods lists the ways to label, from the worst on.
func Methods() []datasets.Method {
	return []datasets.Method{datasets.Game, datasets.Static, datasets.Ply1, datasets.Ply2, datasets.Rollout, datasets.Bearoff}
}

// Validate reports the first setting that does not make sense.
func (s *Settings) Validate() error {
	switch {
	case !slices.Contains(Methods(), s.By):
		return fmt.Errorf("label: method %v, want one of %v", s.By, Methods())
	case s.Sieve != (engine.Sieve{}) && (s.By != datasets.Ply1 || !s.Prune):
		return fmt.Errorf("label: the sieve %v goes with %v and pruning", s.Sieve, datasets.Ply1)
	case s.By == datasets.Rollout:
		if s.Rollout.Stop.Distance != 0 {
			return fmt.Errorf("label: a rollout of one position cannot stop at a distance from others")
		}
		return s.Rollout.Validate()
	case s.By == datasets.Game && (s.Games < 1 || s.Games > maxGames):
		return fmt.Errorf("label: %d games of a position, want 1 to %d", s.Games, maxGames)
	case s.By == datasets.Game && (s.Player.Plies < 0 || s.Player.Plies > search.MaxPlies):
		return fmt.Errorf("label: players look %d plies ahead, want 0 to %d", s.Player.Plies, search.MaxPlies)
	}
	if err := s.Sieve.Validate(); err != nil {
		return fmt.Errorf("label: %w", err)
	}
	return nil
}

// maxGames is far beyond what makes sense.
const maxGames = 1_000_000

// random reports whether labels depend on the seed.
func (s *Settings) random() bool { return s.By == datasets.Rollout || s.By == datasets.Game }

// describe returns all that labels depend on but the model and the databases.
func (s *Settings) describe() map[string]string {
	d := map[string]string{"by": s.By.String()}
	if s.random() {
		d["seed"] = strconv.FormatUint(s.Seed, 10)
	}
	switch s.By {
	case datasets.Ply1, datasets.Ply2:
		d["prune"] = strconv.FormatBool(s.Prune)
		if s.Sieve != (engine.Sieve{}) {
			d["sieve"] = s.Sieve.String()
		}
	case datasets.Game:
		d["games"] = strconv.Itoa(s.Games)
		d["player"] = s.Player.String()
	case datasets.Rollout:
		s.describeRollout(d)
	}
	return d
}

func (s *Settings) describeRollout(d map[string]string) {
	r := &s.Rollout
	d["trials"] = strconv.Itoa(r.Trials)
	d["cubeful"] = strconv.FormatBool(s.Cubeful)
	d["plain_dice"] = strconv.FormatBool(r.Plain)
	d["opening"] = strconv.FormatBool(r.Opening)
	d["luck"] = strconv.Itoa(int(r.Luck))
	d["truncation"] = fmt.Sprintf("after %d turns, %d-ply", r.Truncation.Turns, r.Truncation.Plies)
	d["endings"] = strconv.Itoa(int(r.Bearoff))
	d["player"], d["opponent"], d["late"] = r.Player.String(), r.Opponent.String(), r.Late.String()
	d["stop"] = fmt.Sprintf("at a standard error of %v after %d trials", r.Stop.Error, r.Stop.MinTrials)
}

// improves reports whether the settings give a better label than the row has. A
// label by the same method is as good, whoever gave it, unless it has fewer
// trials; an exact one and another program's are good enough for any.
func (s *Settings) improves(r *datasets.Row) bool {
	switch {
	case r.Method == datasets.Unlabelled:
		return true
	case r.Method == datasets.Imported || r.EquityError == 0:
		return false
	case r.Method != s.By:
		return slices.Index(Methods(), r.Method) < slices.Index(Methods(), s.By)
	case s.By == datasets.Game:
		return int(r.Trials) < s.Games
	case s.By == datasets.Rollout:
		precise := s.Rollout.Stop.Error > 0 && float64(r.EquityError) <= s.Rollout.Stop.Error
		return int(r.Trials) < s.Rollout.Trials && !precise
	}
	return false
}
