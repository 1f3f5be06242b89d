package play

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/table"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/rules"
	"gammonlab/internal/setting"
)

// settings are those of a match or session, besides those of the net.
type settings struct {
	cliutil.Noise `group:"Strength"`
	Opponent      string `json:"opponent" default:"net" group:"Strength" help:"play against <WHO>: net (that of --model) or pubeval"`
	begin         `group:"Rules, cube and score"`
	BearOff       bool          `json:"auto_bearoff" help:"bear off for you where every die bears off a checker"`
	Save          string        `json:"save" help:"save the games in <FILE>, .mat or .sgf"`
	Load          string        `json:"load" help:"resume the match or session in record <FILE>"`
	Tutor         engine.Equity `json:"tutor" default:"0" help:"ask before a decision that costs more than <EQUITY>; 0 for never"`
	diceSettings  `group:"Dice"`

	has func(setting.Name) bool // reports whether a setting is given
}

// begin has the rules and the score with which the match or session begins.
type begin struct {
	Match        rules.Length      `json:"match"`
	Score        rules.Score       `json:"score" default:"0-0" help:"<SCORE> at the start of the match: you, then the net"`
	PostCrawford bool              `json:"post_crawford" help:"the Crawford game was played before this score"`
	MET          named.MET         `json:"met"`
	Position     string            `json:"position" help:"begin the first game at position <ID>, with its cube, dice and score"`
	NoCube       rules.NoCube      `json:"cubeless"`
	Jacoby       rules.Jacoby      `json:"jacoby"`
	AutoDoubles  rules.AutoDoubles `json:"auto_doubles"`
	Beavers      rules.Beavers     `json:"max_beavers" default:"3"`
}

// diceSettings say where the rolls come from, and who begins.
type diceSettings struct {
	Seed     uint64    `json:"seed" shown:"another each time" help:"random seed <N> of the dice"`
	DiceFile string    `json:"dice_file" help:"read the rolls from <FILE>, two digits each, instead of --seed"`
	RNG      generator `json:"rng" default:"pcg" help:"dice generator <NAME>: {values}, or hand to enter the rolls"`
	First    string    `json:"first" default:"dice" help:"starting player of each game, <WHO>: dice (the higher die), you or net"`
}

// Given learns which settings are given, see [setting.Read].
func (s *settings) Given(has func(setting.Name) bool) { s.has = has }

// Validate returns an error for settings that exclude each other, whatever the net plays.
func (s *settings) Validate() error {
	_, starts := starters[s.First]
	err := cmp.Or(
		setting.Check("first", starts, "is %q, want dice, you or net", s.First),
		setting.Check("opponent", slices.Contains(Opponents(), s.Opponent), "is %q, want %s", s.Opponent, strings.Join(Opponents(), " or ")),
		setting.Check("tutor", s.Tutor >= 0, "is %v, want 0 or more", float64(s.Tutor)), // rejects NaN, too
		s.Noise.Validate(), s.checkDice())
	if err == nil && s.Opponent != theNet {
		err = s.refuse("with --opponent "+s.Opponent, "level", "noise", "cubenoise")
	}
	if err != nil || s.Load == "" {
		return err
	}
	return cmp.Or(
		s.refuse("with --load: the record says that", "match", "score", "post_crawford", "cubeless", "jacoby", "position"),
		checkSave(s.Save, &table.Rules{}))
}

// starters are the players who begin, by the values of first.
var starters = map[string]board.Player{"dice": board.Nobody, "you": table.User, "net": table.Net}

// refuse returns an error for the first of the settings that is given. why says why they have no
// effect.
func (s *settings) refuse(why string, names ...setting.Name) error {
	for _, name := range names {
		if s.has(name) {
			return setting.Errorf("%s has no effect %s", name, why)
		}
	}
	return nil
}

// rules returns the rules of a new match or session.
func (s *settings) rules(variant board.Variant) (*table.Rules, error) {
	r := &table.Rules{
		Rules: game.Rules{
			Variant: variant, Length: int(s.Match), NoCube: bool(s.NoCube), Jacoby: bool(s.Jacoby) && !bool(s.NoCube), // otherwise gammons would never count
			Beavers: int(s.Beavers), AutoDoubles: int(s.AutoDoubles),
		},
		Score: [2]int{table.User: s.Score[0], table.Net: s.Score[1]}, PostCrawford: s.PostCrawford, First: starters[s.First],
	}
	scored, err := s.place(r)
	if err != nil {
		return nil, err
	}
	if err := s.refuseByRules(r); err != nil {
		return nil, err
	}
	if err := checkScore(r); err != nil && !scored {
		return nil, err
	}
	return r, checkSave(s.Save, r)
}

// refuseByRules returns an error for settings that have no effect under the rules.
func (s *settings) refuseByRules(r *table.Rules) error {
	for _, refused := range []struct {
		when  bool
		why   string
		names []setting.Name
	}{
		{r.Length == 0, "without --match", []setting.Name{"score", "post_crawford", "met"}},
		{r.Length > 0, "in a match", []setting.Name{"jacoby", "max_beavers", "auto_doubles"}},
		{r.NoCube, "with --cubeless", []setting.Name{"jacoby", "max_beavers", "auto_doubles", "post_crawford"}},
	} {
		if refused.when {
			if err := s.refuse(refused.why, refused.names...); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkScore returns an error for an impossible score at the start.
func checkScore(r *table.Rules) error {
	user, net := r.Score[table.User], r.Score[table.Net]
	if r.Length > 0 && (min(user, net) < 0 || max(user, net) >= r.Length) {
		return setting.Errorf("%s is %d-%d, want less than the %d points of the match", setting.Name("score"), user, net, r.Length)
	}
	if r.PostCrawford && !game.OneAway(r.Length, r.Score) {
		return setting.Errorf("%s at %d-%d to %d: exactly one side must need one point", setting.Name("post_crawford"), user, net, r.Length)
	}
	return nil
}

// place sets the position at the start in rules, and the score, if it has one, which it reports.
func (s *settings) place(r *table.Rules) (scored bool, err error) {
	if s.Position == "" {
		return false, nil
	}
	x, scored, err := board.ParsePosition(s.Position, r.Variant)
	if err == nil {
		err = table.CheckStart(&x)
	}
	if err != nil {
		return scored, setting.Errorf("%s: %w", setting.Name("position"), err)
	}
	r.Start = &x
	if !scored {
		return false, nil
	}
	if err := s.refuse("with --position: the ID says that", "match", "score", "post_crawford", "jacoby"); err != nil {
		return scored, err
	}
	m := &x.Match
	r.Length, r.Score, r.Jacoby = m.Length, m.Score, m.Jacoby && m.Length == 0 && !r.NoCube
	r.PostCrawford = game.OneAway(m.Length, m.Score) && !m.Crawford
	return scored, nil
}

// checkSave returns an error for a file that cannot be written. It runs before the game.
func checkSave(path string, r *table.Rules) error {
	const save = setting.Name("save")
	if path == "" {
		return nil
	}
	if _, err := table.RecordWriter(path); err != nil {
		return setting.Errorf("%s: %w", save, err)
	}
	mat := strings.EqualFold(filepath.Ext(path), ".mat")
	switch {
	case mat && r.Start != nil:
		return setting.Errorf("%s: a .mat file cannot hold the position of --position, choose .sgf", save)
	case mat && r.PostCrawford:
		return setting.Errorf("%s: a .mat file cannot say that the Crawford game is over, choose .sgf", save)
	}
	return nil
}
