package cliutil

import (
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

func TestFlagsMayFollowArguments(t *testing.T) {
	model := &cli.StringFlag{Name: "model"}
	app := &cli.App{Commands: []*cli.Command{
		{Name: "features", Subcommands: []*cli.Command{{Name: "show", Flags: []cli.Flag{&cli.StringFlag{Name: "features"}}}}},
		{Name: "eval", Flags: []cli.Flag{model, &cli.BoolFlag{Name: "json"}, &cli.IntFlag{Name: "plies"}}},
		{Name: "moves", Flags: []cli.Flag{&cli.StringFlag{Name: "dice"}}},
	}}
	for _, test := range []struct{ line, want string }{
		{"gammonlab", "gammonlab"},
		{"gammonlab --help", "gammonlab --help"},
		{"gammonlab features show ID --features NAME", "gammonlab features show --features NAME ID"},
		{"gammonlab eval ID --json --model M ID2", "gammonlab eval --json --model M ID ID2"},
		{"gammonlab eval ID --plies=0", "gammonlab eval --plies=0 ID"},
		{"gammonlab eval ID --model=evaluator:net", "gammonlab eval --model=evaluator:net ID"},
		{"gammonlab moves - --dice 31", "gammonlab moves --dice 31 -"},
		{"gammonlab eval -- ID --json", "gammonlab eval -- ID --json"},
		{"gammonlab eval -b----E-C:0 --json", "gammonlab eval --json -- -b----E-C:0"},
		{"gammonlab eval ID --unknown", "gammonlab eval --unknown ID"},
		{"gammonlab nonsense ID --json", "gammonlab nonsense ID --json"},
		{"gammonlab eval ID --model", "gammonlab eval --model ID"},
		{"gammonlab eval ID --json --help", "gammonlab eval --help"},
		{"gammonlab eval --model --help", "gammonlab eval --model --help"},
	} {
		if got := strings.Join(flagsFirst(app, strings.Fields(test.line)), " "); got != test.want {
			t.Errorf("%q: got %q, want %q", test.line, got, test.want)
		}
	}
}
