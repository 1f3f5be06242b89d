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

// Settings are the settings of labelling.
type Settings struct {
	By datasets.Method // one of Methods

	// Seed is the seed of rollouts and games. The seed of each position is derived from
	// it and stored in the row.
	Seed uint64

	// Prune uses the model's pruning nets, for Ply1 and Ply2: they choose the plays that
	// the other nets evaluate. Without Prune, the other nets evaluate all plays.
	Prune bool

	// Sieve is the pruning rule, for Ply1.
	Sieve engine.Sieve

	// Rollout has the settings of rollouts. Its seed, workers, state and progress are
	// ignored.
	Rollout rollout.Settings

	// Cubeful rolls out with the cube: a money game with a centred cube, without the
	// Jacoby rule and beavers. The player on roll does not double before the first
	// roll.
	Cubeful bool

	Games  int          // number of games per position, for Game
	Player search.Depth // search depth of both players, for Game
}

// Methods lists the methods that a labeller can use, from the worst to the best.
func Methods() []datasets.Method {
	return []datasets.Method{datasets.Game, datasets.Static, datasets.Ply1, datasets.Ply2, datasets.Rollout, datasets.Bearoff}
}

// Validate returns an error for the first invalid setting.
func (s *Settings) Validate() error {
	switch {
	case !slices.Contains(Methods(), s.By):
		return fmt.Errorf("method %v, want one of %v", s.By, Methods())
	case s.Sieve != (engine.Sieve{}) && (s.By != datasets.Ply1 || !s.Prune):
		return fmt.Errorf("the sieve %v goes with %v and pruning", s.Sieve, datasets.Ply1)
	case s.By == datasets.Rollout:
		if s.Rollout.Stop.Distance != 0 {
			return fmt.Errorf("a rollout of one position cannot stop by the distance to other positions")
		}
		return s.Rollout.Validate()
	case s.By == datasets.Game && (s.Games < 1 || s.Games > maxGames):
		return fmt.Errorf("%d games of a position, want 1 to %d", s.Games, maxGames)
	case s.By == datasets.Game && (s.Player.Plies < 0 || s.Player.Plies > search.MaxPlies):
		return fmt.Errorf("players look %d plies ahead, want 0 to %d", s.Player.Plies, search.MaxPlies)
	}
	if err := s.Sieve.Validate(); err != nil {
		return err
	}
	return nil
}

// maxGames is the maximal number of games per position, far above useful numbers.
const maxGames = 1_000_000

// random reports whether labels depend on the seed.
func (s *Settings) random() bool { return s.By == datasets.Rollout || s.By == datasets.Game }

// describe returns all settings that labels depend on, except the model and the
// databases.
func (s *Settings) describe() map[string]string {
	d := map[string]string{"method": s.By.String()}
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
		d["trials"] = strconv.Itoa(s.Games)
		d["plies"] = s.Player.String()
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
	d["variance_reduction"] = strconv.Itoa(int(r.Luck))
	d["truncate"], d["truncate_plies"] = strconv.Itoa(r.Truncation.Turns), strconv.Itoa(r.Truncation.Plies)
	d["truncate_bearoff"] = strconv.Itoa(int(r.Bearoff))
	d["plies"] = r.Sides()
	d["stop_se"], d["min_trials"] = fmt.Sprint(r.Stop.Error), strconv.Itoa(r.Stop.MinTrials)
}

// improves reports whether the settings give a better label than the row has. A label by
// the same method, from any model, is as good unless it has fewer trials. Exact labels
// and labels of other programs are never replaced.
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
		precise := s.Rollout.Stop.Error > 0 && engine.Equity(r.EquityError) <= s.Rollout.Stop.Error
		return int(r.Trials) < s.Rollout.Trials && !precise
	}
	return false
}
