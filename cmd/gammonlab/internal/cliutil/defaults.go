package cliutil

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// sayDefaults sets the default of each flag in the help: none for a bool that is off,
// texts without quotes, and the meaning of 0 if the usage ends with this meaning, as in
// "stop after N games; 0 for never".
func sayDefaults(commands []*cli.Command) {
	for _, command := range EveryCommand(commands) {
		for _, flag := range command.Flags {
			sayDefault(flag)
		}
	}
}

// sayDefault sets the text for the default of a flag.
func sayDefault(flag cli.Flag) {
	if result, ok := flag.(*ResultFlag); ok {
		flag = result.BoolFlag
	}
	switch f := flag.(type) {
	case *cli.BoolFlag:
		f.DisableDefaultText = !f.Value
		if f.Value {
			f.DefaultText = "on; --no-" + f.Name + " turns it off"
		}
	case *cli.StringFlag:
		switch f.DefaultText {
		case "":
			f.DefaultText = f.Value
		case "0":
			f.DefaultText = ofZero(f.Usage, f.DefaultText)
		}
	case *cli.StringSliceFlag:
		if f.DefaultText == "" && f.Value != nil {
			f.DefaultText = strings.Join(f.Value.Value(), ", ")
		}
	case *cli.IntFlag:
		if f.Value == 0 {
			f.DefaultText = ofZero(f.Usage, f.DefaultText)
		}
	case *cli.Int64Flag:
		if f.Value == 0 {
			f.DefaultText = ofZero(f.Usage, f.DefaultText)
		}
	case *cli.Float64Flag:
		if f.Value == 0 {
			f.DefaultText = ofZero(f.Usage, f.DefaultText)
		}
	case *cli.DurationFlag:
		if f.Value == 0 {
			f.DefaultText = ofZero(f.Usage, f.DefaultText)
		}
	}
}

// ofZero returns the meaning of 0 that the usage ends with. It returns text if the usage
// has none.
func ofZero(usage, text string) string {
	if _, meaning, ok := strings.Cut(usage, "; 0 for "); ok && (text == "" || text == "0") {
		return meaning
	}
	return text
}
