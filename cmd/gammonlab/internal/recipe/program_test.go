package recipe

import (
	"testing"

	"github.com/urfave/cli/v2"
)

// Descriptions of defaults are not part of the identities of steps, which must not change with
// words, nor are the values of settings that are off.
func TestDefaults(t *testing.T) {
	for _, test := range []struct {
		flag cli.Flag
		want string
	}{
		{&cli.IntFlag{Name: "games", Value: 7, DefaultText: "seven"}, "7"},
		{&cli.IntFlag{Name: "games", DefaultText: "no games"}, ""},
		{&cli.StringFlag{Name: "rate", DefaultText: "that of the model"}, ""},
		{&cli.StringFlag{Name: "rate", Value: "0.1"}, "0.1"},
		{&cli.StringSliceFlag{Name: "data", DefaultText: "none"}, ""},
		{&cli.BoolFlag{Name: "prune", Value: true, DefaultText: "on"}, "true"},
		{&cli.BoolFlag{Name: "prune"}, ""},
		{&cli.Float64Flag{Name: "noise"}, ""},
	} {
		if got := settingOf(test.flag).Default; got != test.want {
			t.Errorf("%v: default %q, want %q", test.flag, got, test.want)
		}
	}
}
