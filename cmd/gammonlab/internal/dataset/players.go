package dataset

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/games"
	"gammonlab/datasets/generate"
	"gammonlab/engine"
	"gammonlab/nets/pretrained"
)

// generateEvaluators loads the nets.
func generateEvaluators(c *cli.Context, s *generate.Settings) error {
	specs := map[string]string{"player": c.String("player"), "opponent": c.String("opponent")}
	files := len(s.Matches) + len(s.Lists) + len(s.Databases)
	switch {
	case specs["player"] == "" && specs["opponent"] != "":
		return cliutil.Usagef("--opponent: needs --player")
	case specs["player"] == "" && files == 0:
		specs["player"] = "net:" + pretrained.Default
	}
	if err := straying(c, specs); err != nil {
		return err
	}
	databases, err := generateDatabases(c, s, specs["player"] != "")
	if err != nil {
		return err
	}
	if c.IsSet("model") && !c.IsSet("informative") {
		return cliutil.Usagef("--model requires --informative")
	}
	if c.IsSet("trace") {
		return generateTrace(c, s, specs, databases)
	}
	for _, flag := range []string{"prune", "sieve", "alternatives"} {
		if c.IsSet(flag) {
			return cliutil.Usagef("--%s requires --trace", flag)
		}
	}
	for _, flag := range []string{"player", "opponent"} {
		if specs[flag] == "" {
			continue
		}
		p, err := games.ParseSpec(c, flag, specs[flag], digesting(s, flag, databases))
		if err != nil {
			return err
		}
		s.Players = append(s.Players, generate.Player{Name: playerName(specs[flag]), Player: p})
	}
	if c.IsSet("informative") {
		s.Informative.Threshold = cliutil.Equity(c, "informative")
		s.Informative.Static, err = digesting(s, "informative", databases)(c.String("model"))
	}
	return err
}

// generateTrace makes the net of --player play and label the games.
func generateTrace(c *cli.Context, s *generate.Settings, specs map[string]string, databases *engine.Databases) error {
	model, isNet := strings.CutPrefix(specs["player"], "net:")
	switch {
	case !isNet || strings.Contains(model, ",") || specs["opponent"] != "":
		return cliutil.Usagef("--trace: one net plays both sides, want --player net:MODEL without options, --opponent and --noise")
	case c.IsSet("informative"):
		return cliutil.Usagef("--trace: all positions of the games are labelled, want no --informative")
	}
	static, err := digesting(s, "player", databases)(model)
	if err != nil {
		return err
	}
	sieve, err := cliutil.SieveFromFlag(c)
	if err != nil {
		return err
	}
	lambda, err := generate.ParseLambda(c.String("trace"))
	if err != nil {
		return cliutil.Usagef("--trace: %v", err)
	}
	s.Trace = &generate.Trace{Static: static, Name: playerName(model), Lambda: lambda, Prune: c.Bool("prune"), Sieve: sieve}
	if c.IsSet("alternatives") {
		if s.Trace.Alternatives, err = generate.ParseAlternatives(c.String("alternatives")); err != nil {
			return cliutil.Usagef("--alternatives: %v", err)
		}
	}
	return nil
}

// straying checks the flags of random plays and noise, and sets the noise of nets.
func straying(c *cli.Context, specs map[string]string) error {
	if specs["player"] == "" {
		for _, flag := range []string{"noise", "random-plies", "epsilon", "starts", "games"} {
			if c.IsSet(flag) {
				return cliutil.Usagef("--%s: there is self-play with files only if --player says by whom", flag)
			}
		}
	}
	if !c.IsSet("noise") {
		return nil
	}
	any := false
	for flag, spec := range specs {
		if strings.HasPrefix(spec, "net:") {
			specs[flag], any = fmt.Sprintf("%s,noise=%v", spec, c.Float64("noise")), true
		}
	}
	if !any {
		return cliutil.Usagef("--noise: only players by a net misjudge positions")
	}
	return nil
}

// generateDatabases opens the bear-off databases if a net will use them.
func generateDatabases(c *cli.Context, s *generate.Settings, play bool) (*engine.Databases, error) {
	if !play && !c.IsSet("informative") {
		return nil, nil
	}
	databases, err := cliutil.DatabasesFromFlag(c)
	if err != nil || databases == nil {
		return nil, err
	}
	s.Identity["bearoff"] = strings.Join(databases.Names(), ", ")
	return databases, nil
}

// digesting returns a loader of models that records the digest of each model.
func digesting(s *generate.Settings, name string, databases *engine.Databases) func(string) (engine.Evaluator, error) {
	return func(model string) (engine.Evaluator, error) {
		static, digest, err := cliutil.LoadStatic(model, databases)
		if err != nil {
			return nil, err
		}
		s.Identity[name+"_model"] = digest
		return static, nil
	}
}

// playerName returns the name of a player in the sources of positions: its spec without
// folders.
func playerName(spec string) string {
	model, options, _ := strings.Cut(strings.TrimPrefix(spec, "net:"), ",")
	return strings.TrimSpace(filepath.Base(model) + " " + strings.ReplaceAll(options, ",", " "))
}
