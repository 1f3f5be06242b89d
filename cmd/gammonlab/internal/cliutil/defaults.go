package cliutil

import "github.com/urfave/cli/v2"

// sayDefaults sets the default that help prints of each flag in one form: none for a
// bool that is off, and no quotes around texts.
func sayDefaults(commands []*cli.Command) {
	for _, command := range commands {
		sayDefaults(command.Subcommands)
		for _, flag := range command.Flags {
			switch f := flag.(type) {
			case *cli.BoolFlag:
				f.DisableDefaultText = !f.Value
				if f.Value {
					f.DefaultText = "on; --no-" + f.Name + " turns it off"
				}
			case *cli.StringFlag:
				if f.DefaultText == "" {
					f.DefaultText = f.Value
				}
			}
		}
	}
}
