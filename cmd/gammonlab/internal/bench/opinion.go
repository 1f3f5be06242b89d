package bench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/search"
	"gammonlab/evalbench"
)

// opinionsOf identifies the evaluator of the luck and the judge of a match by the digests
// of their models.
func opinionsOf(match *evalbench.Match, models []string) string {
	list := slices.Clone(models)
	if match.Judge != nil {
		o := match.Judge.Options()
		list = append(list, fmt.Sprintf("judge %d-ply %v, pruning %t", o.Plies, o.Filter, !o.NoPruning))
	}
	return strings.Join(list, "; ")
}

// opinionFlags returns the flags of the evaluator of the luck and of the judge.
func opinionFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "luck", Usage: "report luck-adjusted results with luck computed by `MODEL`; a or b for that player's model"},
		&cli.StringFlag{Name: "variance-reduction", Value: "quick", Usage: "with --luck, luck adjustment `MODE`: quick, or full (evaluates all plays of all rolls)"},
		&cli.IntFlag{Name: "judge", DefaultText: "off", Usage: "judge all decisions at a search depth of `N` plies"},
		&cli.StringFlag{Name: "judge-model", Value: "a", Usage: "`MODEL` of the judge; a or b for that player's model"},
	}
}

// setOpinions reads the flags of opinionFlags.
func setOpinions(c *cli.Context, match *evalbench.Match, databases *engine.Databases) error {
	err := setLuck(c, match, databases)
	if err != nil {
		return err
	}
	if !c.IsSet("judge") {
		if c.IsSet("judge-model") {
			return cliutil.Usagef("--judge-model needs --judge")
		}
		return nil
	}
	options := search.Options{Plies: c.Int("judge"), Filter: search.Normal()}
	if options.Plies < 0 || options.Plies > search.MaxPlies {
		return cliutil.Usagef("--judge is %d, want 0 to %d plies", options.Plies, search.MaxPlies)
	}
	static, err := onlooker(c, "judge-model", match, databases)
	if err != nil {
		return err
	}
	match.Judge, err = search.New(static, options)
	return err
}

// setLuck reads the flags of the luck.
func setLuck(c *cli.Context, match *evalbench.Match, databases *engine.Databases) error {
	precision := c.String("variance-reduction")
	match.FullLuck = precision == "full"
	switch {
	case !c.IsSet("luck") && c.IsSet("variance-reduction"):
		return cliutil.Usagef("--variance-reduction needs --luck")
	case !c.IsSet("luck"):
		return nil
	case !match.FullLuck && precision != "quick":
		return cliutil.Usagef("--variance-reduction is %q, want quick or full", precision)
	}
	var err error
	match.Luck, err = onlooker(c, "luck", match, databases)
	match.Identity = append(match.Identity, "luck-precision "+precision)
	return err
}

// onlooker returns the evaluator that the flag names, and adds it to the match's
// identity.
func onlooker(c *cli.Context, flag string, match *evalbench.Match, databases *engine.Databases) (engine.Evaluator, error) {
	name := c.String(flag)
	if name == "a" || name == "b" {
		kind, rest, _ := strings.Cut(c.String(name), ":")
		if kind != "net" {
			return nil, cliutil.Usagef("--%s is %s, whose player %s is not a net of this program; give a model", flag, name, c.String(name))
		}
		name, _, _ = strings.Cut(rest, ",")
	}
	static, digest, err := cliutil.LoadStatic(name, databases)
	if err != nil {
		return nil, err
	}
	match.Identity = append(match.Identity, flag+" "+digest)
	return static, nil
}
