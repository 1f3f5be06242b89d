package farm

import (
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/farm/server"
	"gammonlab/internal/plaintext"
)

func keyCommand() *cli.Command {
	return &cli.Command{
		Name:  "key",
		Usage: "create, list and revoke server keys",
		Description: `A key is a pair. The public half is in keys.json in the server's store. The secret half is in the
file NAME.nk in the working folder; copy it only to the machine that uses it. A running server
applies changes at once.`,
		Subcommands: []*cli.Command{
			makeKeyCommand(server.RoleWorker, "box1", `A worker computes shards. It can publish results only under its own name, and can neither submit
jobs nor read the results of others. Several processes can share a key. With one key for each
machine or owner, results can be attributed, and each key revoked separately.`),
			makeKeyCommand(server.RoleSubmitter, "ann", `A submitter runs commands with --pool: it submits jobs in its own name, reads their
results and sees the workers.`),
			makeKeyCommand(server.RoleAdmin, "root", `An admin may do everything on the server, such as cancel the jobs of others.`),
			listKeysCommand(),
			revokeKeyCommand(),
		},
	}
}

// makeKeyCommand returns the command that makes keys of a role.
func makeKeyCommand(role server.Role, name, description string) *cli.Command {
	return &cli.Command{
		Name:      string(role),
		Usage:     fmt.Sprintf("create the key of %s %s", article(role), role),
		ArgsUsage: "NAME",
		Description: fmt.Sprintf(`%s

Example:
   gammonlab server key %s --store farm/ %s`, description, role, name),
		Flags: []cli.Flag{storeFlag(), cliutil.JSONFlag(madeKey{})},
		Action: func(c *cli.Context) error {
			name, err := nameArgument(c)
			if err != nil {
				return err
			}
			seed := server.SeedFile(name)
			key, err := server.KeysOf(c.String("store")).Add(role, name, seed)
			if err != nil {
				return err
			}
			return cliutil.PrintResult(c, &madeKey{key, seed})
		},
	}
}

// madeKey is a key that was made.
type madeKey struct {
	server.Key
	Out string `json:"out"` // file with the secret half
}

// Text returns the key and a warning.
func (k *madeKey) Text() string {
	return fmt.Sprintf("%s %s %s\nsecret half in %s: anyone with this file can use the key\n", k.Role, k.Name, k.Public, k.Out)
}

func article(role server.Role) string {
	if strings.HasPrefix(string(role), "a") {
		return "an"
	}
	return "a"
}

// nameArgument returns the command's one argument, the name of a key.
func nameArgument(c *cli.Context) (string, error) {
	if err := cliutil.Require(c, "store"); err != nil {
		return "", err
	}
	if c.NArg() != 1 {
		return "", cliutil.Usagef("want one name of a key, got %d", c.NArg())
	}
	return c.Args().First(), nil
}

func revokeKeyCommand() *cli.Command {
	return &cli.Command{
		Name:      "revoke",
		Usage:     "revoke a key",
		ArgsUsage: "NAME",
		Description: `A running server closes connections with this key within a second and accepts no new ones. The
name can be used for another key.

Example:
   gammonlab server key revoke --store farm/ box1`,
		Flags: []cli.Flag{storeFlag(), cliutil.JSONFlag(server.Key{})},
		Action: func(c *cli.Context) error {
			name, err := nameArgument(c)
			if err != nil {
				return err
			}
			key, err := server.KeysOf(c.String("store")).Revoke(name)
			if err != nil {
				return err
			}
			return cliutil.PrintEither(c, key, func() string { return name + " is revoked\n" })
		},
	}
}

func listKeysCommand() *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list the keys",
		Description: `Prints the names, roles and public halves of the keys, and when they were created and revoked.

Example:
   gammonlab server key list --store farm/`,
		Flags:  []cli.Flag{storeFlag(), cliutil.JSONFlag(keyList{})},
		Action: cliutil.NoArguments(runListKeys, "store"),
	}
}

// runListKeys runs the command.
func runListKeys(c *cli.Context) error {
	keys, err := server.KeysOf(c.String("store")).List()
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, append(keyList{}, keys...))
}

// keyList is a list of keys that can be printed.
type keyList []server.Key

// Text returns a table.
func (l keyList) Text() string {
	table := plaintext.Table{Left: []int{0, 1, 2, 3, 4}}
	table.Add("name", "role", "made", "revoked", "public half")
	for _, k := range l {
		revoked := "no"
		if !k.Revoked.IsZero() {
			revoked = k.Revoked.Format(time.DateOnly)
		}
		table.Add(k.Name, string(k.Role), k.Made.Format(time.DateOnly), revoked, k.Public)
	}
	return table.Text()
}
