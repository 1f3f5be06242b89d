package main

import (
	"fmt"
	"strings"
)

// manualPages returns a page for the program and one for each command, in the macros of
// man(7).
func manualPages(p *program) map[string]string {
	pages := map[string]string{}
	var visit func(commands []command)
	visit = func(commands []command) {
		for i := range commands {
			c := &commands[i]
			pages[pageName(c.Name)] = manualPage(p, c)
			visit(c.Commands)
		}
	}
	visit([]command{p.whole()})
	return pages
}

// whole returns the whole program as one command.
func (p *program) whole() command {
	return command{
		Name: p.Name, Usage: p.Usage, Commands: p.Commands,
		Description: "Every command has --help, with an example. Results go to standard output, progress\n" +
			"and errors to standard error. The exit code is 0 on success, 1 when the work failed,\n" +
			"2 when the command line was wrong, 130 when Ctrl-C has ended the command and 143\n" +
			"when SIGTERM has.",
		Flags: []option{{Form: "--help, -h", Usage: "show help"}, {Form: "--version, -v", Usage: "print the version"}},
	}
}

// pageName returns the name of the file with a command's page.
func pageName(command string) string { return strings.ReplaceAll(command, " ", "-") + ".1" }

// manualPage returns the page of a command.
func manualPage(p *program, c *command) string {
	var b strings.Builder
	title := strings.TrimSuffix(pageName(c.Name), ".1")
	fmt.Fprintf(&b, ".TH %q 1 \"\" %q %q\n", strings.ToUpper(title), p.Name+" "+p.Version, p.Name)
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(title), roff(c.Usage))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n%s\n", roff(c.Name), roffLine(strings.TrimSpace(strings.TrimPrefix(c.synopsis(), c.Name))))
	if c.Description != "" {
		b.WriteString(".SH DESCRIPTION\n")
		for i, part := range blocks(c.Description) {
			b.WriteString(part.roff(i == 0))
		}
	}
	if len(c.Flags) > 0 {
		b.WriteString(".SH OPTIONS\n")
		for i, f := range c.Flags {
			if i > 0 && f.Group != c.Flags[i-1].Group {
				fmt.Fprintf(&b, ".SS %s\n", roff(f.Group))
			}
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(f.Form), roffLine(f.Usage))
		}
	}
	if len(c.Commands) > 0 {
		b.WriteString(".SH COMMANDS\n")
		for _, sub := range c.Commands {
			name := strings.TrimSuffix(pageName(sub.Name), ".1")
			fmt.Fprintf(&b, ".TP\n.BR %s (1)\n%s\n", roff(name), roffLine(sub.Usage))
		}
	}
	if group := strings.LastIndex(c.Name, " "); group > 0 {
		fmt.Fprintf(&b, ".SH SEE ALSO\n.BR %s (1)\n", roff(strings.ReplaceAll(c.Name[:group], " ", "-")))
	}
	return b.String()
}

// roff returns the block in the macros of man(7); the first paragraph needs none.
func (b block) roff(first bool) string {
	var lines []string
	for _, line := range b.lines {
		lines = append(lines, roffLine(line))
	}
	text := strings.Join(lines, "\n") + "\n"
	switch {
	case b.verbatim:
		return ".PP\n.RS\n.nf\n" + text + ".fi\n.RE\n"
	case first:
		return text
	}
	return ".PP\n" + text
}

// roffLine escapes a line of text.
func roffLine(line string) string {
	line = roff(line)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	return line
}

// roff escapes text in the middle of a line.
func roff(text string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text)
}
