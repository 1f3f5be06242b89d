package games

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/engine/portable"
)

// ParseSpec returns the player of a flag's spec. Errors of a model are not errors of the
// command line. With --pool it returns an error for players that other machines cannot
// use.
func ParseSpec(c *cli.Context, flag, spec string, load func(model string) (engine.Evaluator, error)) (engine.Player, error) {
	p, err := parseSpec(flag, spec, load)
	if err == nil && c.IsSet("pool") {
		if _, _, err := portable.DescribePlayer(p); err != nil {
			return nil, cliutil.Usagef("--%s: %s: %w", flag, spec, err)
		}
	}
	return p, err
}

// parseSpec returns the player of a flag's spec.
func parseSpec(flag, spec string, load func(model string) (engine.Evaluator, error)) (engine.Player, error) {
	var loadErr error
	p, err := player.Parse(spec, func(name string) (static engine.Evaluator, err error) {
		static, loadErr = load(name)
		return static, loadErr
	})
	switch {
	case loadErr != nil:
		return nil, fmt.Errorf("--%s: %w", flag, err)
	case err != nil:
		return nil, cliutil.Usagef("--%s: %w", flag, err)
	}
	return p, nil
}
