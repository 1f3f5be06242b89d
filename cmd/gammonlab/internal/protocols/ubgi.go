// Package protocols has the commands that answer other programs: ubgi, external and evaluator.
package protocols

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/engine/protocol"
	"gammonlab/engine/rollers"
	"gammonlab/engine/rules"
	"gammonlab/engine/search"
	"gammonlab/internal/version"
)

// UBGI returns the command ubgi.
func UBGI() *cli.Command {
	return &cli.Command{
		Name:  "ubgi",
		Usage: "run as a UBGI engine on standard input and output",
		Description: `Runs an engine for user interfaces and other programs that speak the Universal Backgammon
Interface: draft 0.01, in which each line is a FIBS board or an XGID, and drafts 0.1 and 0.2, in
which lines set up a position and "go" starts the search. Plays and cube actions depend on cube and
score; with --cubeless, plays are chosen by cubeless money equity. --jacoby counts for requests that
do not state the rule. All requests before "quit" or the end of input get a reply. "stop" ends the
search with a 0-ply reply. See docs/protocols.md.

` + cliutil.LevelUsage + `

Example:
   gammonlab ubgi --plies 2
   gammonlab ubgi --level advanced
   echo XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10 | gammonlab ubgi`,
		Flags:  deciderFlags(),
		Action: cliutil.NoArguments(ubgi),
	}
}

// decides has the settings of decisions, besides those of the net.
type decides struct {
	cliutil.SeededNoise `group:"Strength"`
	MET                 named.MET    `json:"met" group:"Rules, cube and score"`
	Cubeless            bool         `json:"cubeless" help:"choose plays by cubeless equity, without cube and score"`
	Jacoby              rules.Jacoby `json:"jacoby"` // for requests without the rule
}

// deciderFlags returns the flags of commands that answer other programs.
func deciderFlags() []cli.Flag {
	return append(cliutil.StrengthFlags(0), cliutil.FlagsOf(new(decides))...)
}

// thinker makes deciders with the settings of the flags.
type thinker struct {
	decides
	static  *engine.Full
	options search.Options
}

// thinkerFromFlags reads deciderFlags.
func thinkerFromFlags(c *cli.Context) (*thinker, board.Variant, error) {
	t := new(thinker)
	if err := cliutil.ReadSettings(c, &t.decides, nil); err != nil {
		return nil, 0, err
	}
	if err := cliutil.Opened(named.Open(&t.decides, cliutil.Opener(c))); err != nil {
		return nil, 0, err
	}
	s, err := cliutil.StrengthFromFlags(c, 0)
	if err != nil {
		return nil, 0, err
	}
	t.static, t.options = s.Static(), s.Options()
	t.options.Workers = cliutil.Workers(c)
	return t, s.Game(), nil
}

// decider returns a new decider.
func (t *thinker) decider() (*protocol.Decider, error) {
	searcher, err := search.New(t.static.Clone(), t.options)
	if err != nil {
		return nil, err
	}
	d := &protocol.Decider{
		Adviser: advice.New(searcher, advice.Options{MET: t.MET.Table, Beavers: true, Roller: rollers.Roller{}}), PlayCubeless: t.Cubeless,
	}
	if errs, any := t.Errors(); any {
		noisy := player.NoisyAdviser(d.Adviser, errs)
		noisy.NewGame(t.Seed)
		d.Errs = noisy
	}
	return d, nil
}

// ubgi runs the command.
func ubgi(c *cli.Context) error {
	t, variant, err := thinkerFromFlags(c)
	if err != nil {
		return err
	}
	decider, err := t.decider()
	if err != nil {
		return err
	}
	fast := *t
	fast.options.Plies, fast.options.Rollers, fast.options.Time = 0, 0, 0
	hasty, err := fast.decider()
	if err != nil {
		return err
	}
	u := &protocol.UBGI{Decider: decider, Variant: variant, Jacoby: bool(t.Jacoby), Version: version.Toolkit}
	u.Keys = t.keys(u, variant)
	return protocol.ServeUBGI(c.Context, c.App.Reader, c.App.Writer, u, hasty)
}

// keys returns the options that can be set while the engine runs.
func (t *thinker) keys(u *protocol.UBGI, variant board.Variant) []protocol.Key {
	renew := func() error {
		decider, err := t.decider()
		if err == nil {
			u.Decider = decider
		}
		return err
	}
	modes := []string{"cubeful", "cubeless"}
	mode := func() string {
		if t.Cubeless {
			return modes[1]
		}
		return modes[0]
	}
	decision := numberKey("engine.ply", &t.options.Plies, -1, 0, search.MaxPlies, renew)
	decision.About = "plies of a decision, the play counted"
	plies := numberKey("", &t.options.Plies, 0, 0, search.MaxPlies, renew)
	plies.Options = []string{"EvalPlies", "Ply"}
	size := numberKey("engine.rollers", &t.options.Rollers, 0, 0, search.MaxRollers, renew)
	size.Options, size.About = []string{"Rollers"}, "size of the rollers, in place of plies; 0 for none"
	threads := numberKey("engine.threads", &t.options.Workers, 0, 1, 256, renew)
	threads.Options, threads.About = []string{"Threads"}, "! workers"
	cubeful := choiceKey(protocol.EvalMode, modes, mode, func(value string) error {
		t.Cubeless = value == modes[1]
		return renew()
	})
	cubeful.Options = []string{"EvalMode"}
	game := choiceKey("game.variant", []string{variant.String()}, variant.String, nil)
	game.Options = []string{"Variant"}
	return []protocol.Key{decision, plies, size, threads, cubeful, deterministicKey(), game}
}

// deterministicKey returns the option that cannot be turned off, since nothing is
// random.
func deterministicKey() protocol.Key {
	return protocol.Key{
		Name: "engine.deterministic", Options: []string{"Deterministic"}, Type: "bool", Range: "true|false", Default: "true",
		Get: func() string { return "true" },
		Set: func(text string) error {
			if !slices.Contains([]string{"true", "on", "1"}, text) {
				return fmt.Errorf("%q, want true", text)
			}
			return nil
		},
	}
}

// numberKey returns an option whose value is a number from least to most, less
// shift.
func numberKey(name string, value *int, shift, least, most int, changed func() error) protocol.Key {
	get := func() string { return strconv.Itoa(*value - shift) }
	return protocol.Key{
		Name: name, Type: "int", Range: fmt.Sprintf("%d..%d", least-shift, most-shift), Default: get(), Get: get,
		Set: func(text string) error {
			n, err := strconv.Atoi(text)
			if n += shift; err != nil || n < least || n > most {
				return fmt.Errorf("%q, want %d to %d", text, least-shift, most-shift)
			}
			before := *value
			*value = n
			err = changed()
			if err != nil {
				*value = before
			}
			return err
		},
	}
}

// choiceKey returns an option whose value is one of some words; set may be nil.
func choiceKey(name string, words []string, get func() string, set func(string) error) protocol.Key {
	return protocol.Key{
		Name: name, Type: "enum", Range: strings.Join(words, "|"), Default: get(), Get: get,
		Set: func(text string) error {
			if !slices.Contains(words, text) {
				return fmt.Errorf("%q, want %s", text, strings.Join(words, " or "))
			}
			if set == nil {
				return nil
			}
			return set(text)
		},
	}
}
