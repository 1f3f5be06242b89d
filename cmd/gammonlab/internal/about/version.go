// Package about has the commands that describe the program.
package about

import (
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/cputime"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/version"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
)

// Version returns the command version.
func Version() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the versions of program, nets and kernels",
		Description: `Prints the details to include in reports of faults and measurements: version and source
revision, Go version, kernels and their class (programs of one class compute the same bits),
processor, and digests of the shipped nets.

Example:
   gammonlab version
   gammonlab version --json`,
		Flags: []cli.Flag{cliutil.JSONFlag(report{})},
		Action: cliutil.NoArguments(func(c *cli.Context) error {
			r, err := describe()
			if err != nil {
				return err
			}
			return cliutil.PrintResult(c, r)
		}),
	}
}

// report is what the command prints.
type report struct {
	Version  string `json:"version"`
	Revision string `json:"revision"` // "" if the program was built outside a repository
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	Kernel   string `json:"kernel"`
	Class    string `json:"class"`
	Integers string `json:"int16"` // unit for products of int16
	Halves   string `json:"bf16"`  // unit for products of bfloat16
	CPU      string `json:"cpu"`   // "" if the machine does not report it
	Cores    int    `json:"cores"`
	Nets     []net  `json:"nets"`
}

// net is a shipped net.
type net struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
}

// describe returns the report about the program and the machine.
func describe() (*report, error) {
	r := &report{
		Version: version.Toolkit, Revision: version.Revision(),
		Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
		Kernel: kernel.Name(), Class: kernel.Class(), Integers: kernel.Integers(), Halves: kernel.HalvesUnit(),
		CPU: cputime.Processor(), Cores: runtime.NumCPU(),
	}
	for _, name := range nets.Shipped() {
		model, err := nets.LoadShipped(name)
		if err != nil {
			return nil, err
		}
		digest, err := model.Digest()
		if err != nil {
			return nil, err
		}
		r.Nets = append(r.Nets, net{name, digest})
	}
	return r, nil
}

// Text returns the report as lines of a name and a value.
func (r *report) Text() string {
	table := plaintext.Table{Left: []int{0, 1}}
	table.Add("gammonlab", r.Version)
	table.Add("revision", orUnknown(r.Revision))
	table.Add("go", fmt.Sprintf("%s %s/%s", r.Go, r.OS, r.Arch))
	table.Add("kernel", fmt.Sprintf("%s (class %s), int16 by %s, bf16 by %s", r.Kernel, r.Class, r.Integers, r.Halves))
	table.Add("cpu", fmt.Sprintf("%s, %d cores", orUnknown(r.CPU), r.Cores))
	for _, n := range r.Nets {
		table.Add("net "+n.Name, n.Digest)
	}
	return table.Text()
}

// orUnknown returns the text, or "unknown" if it is empty.
func orUnknown(text string) string {
	if text == "" {
		return "unknown"
	}
	return text
}
