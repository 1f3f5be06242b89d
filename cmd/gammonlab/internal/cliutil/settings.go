package cliutil

import (
	"errors"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/identity"
)

// RefuseWithResume returns an error for flags that are allowed for new runs only.
func RefuseWithResume(c *cli.Context, flags ...string) error {
	for _, name := range flags {
		if c.IsSet(name) {
			return Usagef("--%s cannot be given with --resume: the run has begun", name)
		}
	}
	return nil
}

// CheckSame adds the way out to an [identity.Mismatch]: the flags of a command that resumes
// a run differ from the settings of the run.
func CheckSame(c *cli.Context, err error) error {
	var other *identity.Mismatch
	if !errors.As(err, &other) {
		return err
	}
	hint := "--resume continues the run with its settings, --force begins another run"
	if c.Bool("resume") {
		hint = "to resume the run, leave out the flag"
	}
	return Usage(&identity.Mismatch{Where: "the run in " + c.String("out"), Hint: hint, Differences: other.Differences})
}
