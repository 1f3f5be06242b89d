// Command commandpages turns the help of all commands into pages: manual pages, or
// Markdown for docs/reference.
//
//	bin/gammonlab commands | go run ./tools/commandpages -man DIR
//	bin/gammonlab commands | go run ./tools/commandpages -markdown DIR
//
// make man and make reference run it. It does not change other files in DIR.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// program is the program with its help, as "gammonlab commands" prints it.
type program struct {
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Usage    string    `json:"usage"`
	Commands []command `json:"commands"`
}

// command is a command with its help.
type command struct {
	Name        string    `json:"name"`
	Usage       string    `json:"usage"`
	Arguments   string    `json:"arguments"`
	Description string    `json:"description"`
	Flags       []option  `json:"flags"`
	Results     []number  `json:"results"`
	Commands    []command `json:"commands"`
}

// option is a flag with its help.
type option struct {
	Form  string `json:"form"`
	Usage string `json:"usage"`
	Group string `json:"group"`
}

// number is a main result of a command.
type number struct {
	Name    string `json:"name"`
	Unit    string `json:"unit"`
	Better  string `json:"better"`
	Meaning string `json:"meaning"`
}

func main() {
	man := flag.String("man", "", "write manual pages into this folder")
	markdown := flag.String("markdown", "", "write the reference into this folder")
	flag.Parse()
	if err := run(os.Stdin, *man, *markdown); err != nil {
		fmt.Fprintln(os.Stderr, "commandpages:", err)
		os.Exit(1)
	}
}

// run writes the requested pages.
func run(in io.Reader, man, markdown string) error {
	if man == "" && markdown == "" {
		return errors.New("give -man or -markdown")
	}
	p, err := read(in)
	if err != nil {
		return err
	}
	if man != "" {
		if err := write(man, manualPages(p)); err != nil {
			return err
		}
	}
	if markdown != "" {
		return write(markdown, reference(p))
	}
	return nil
}

// read reads the output of "gammonlab commands".
func read(in io.Reader) (*program, error) {
	p := new(program)
	decoder := json.NewDecoder(in)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(p); err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	if p.Name == "" || len(p.Commands) == 0 {
		return nil, errors.New("standard input: no commands, want the output of gammonlab commands")
	}
	return p, nil
}

// write writes pages into a folder; the keys are the names of the files.
func write(dir string, pages map[string]string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// synopsis returns the usage line of a command.
func (c *command) synopsis() string {
	text := c.Name
	if len(c.Commands) > 0 {
		text += " COMMAND"
	}
	if len(c.Flags) > 0 {
		text += " [FLAG...]"
	}
	if c.Arguments != "" {
		text += " " + c.Arguments
	}
	return text
}
