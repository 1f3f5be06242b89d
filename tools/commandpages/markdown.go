package main

import (
	"fmt"
	"strings"
)

// index is the page with links to all others.
const index = "commands.md"

// madeBy is the first line of each page.
const madeBy = "<!-- Made from the program's help by make reference: change the help, not this page. -->\n\n"

// reference returns the pages of the reference: one for each group of commands, and an
// index, which also contains the commands outside groups.
func reference(p *program) map[string]string {
	pages := map[string]string{}
	var list, alone strings.Builder
	for i := range p.Commands {
		c := &p.Commands[i]
		if len(c.Commands) == 0 {
			fmt.Fprintf(&list, "| [%s](#%s) | %s |\n", c.Name, anchor(c.Name), cell(c.Usage))
			alone.WriteString(section(c, "## "))
			continue
		}
		page := strings.ReplaceAll(strings.TrimPrefix(c.Name, p.Name+" "), " ", "-") + ".md"
		pages[page] = madeBy + "[All commands](" + index + ")\n\n" + group(c, "# ")
		for _, leaf := range leaves(c) {
			fmt.Fprintf(&list, "| [%s](%s#%s) | %s |\n", leaf.Name, page, anchor(leaf.Name), cell(leaf.Usage))
		}
	}
	pages[index] = madeBy + "# The commands\n\n" +
		"Every command has `--help`, which says what stands here. `gammonlab completion` has shells\n" +
		"complete all of it, and `make man` makes manual pages.\n\n" +
		"| command | what it does |\n|---|---|\n" + list.String() + "\n" + alone.String()
	for name, text := range pages {
		pages[name] = strings.TrimRight(text, "\n") + "\n"
	}
	return pages
}

// leaves returns the commands of a group that are not groups.
func leaves(c *command) []*command {
	if len(c.Commands) == 0 {
		return []*command{c}
	}
	var all []*command
	if len(c.Flags) > 0 {
		all = append(all, c)
	}
	for i := range c.Commands {
		all = append(all, leaves(&c.Commands[i])...)
	}
	return all
}

// group returns the sections of a group and of its commands.
func group(c *command, heading string) string {
	text := section(c, heading)
	for i := range c.Commands {
		text += group(&c.Commands[i], "## ")
	}
	return text
}

// section returns the help of a command.
func section(c *command, heading string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s\n\n%s.\n\n", heading, c.Name, sentence(c.Usage))
	fmt.Fprintf(&b, "```\n%s\n```\n\n", c.synopsis())
	for _, part := range blocks(c.Description) {
		text := strings.Join(part.lines, "\n")
		if part.verbatim {
			fmt.Fprintf(&b, "```\n%s\n```\n\n", text)
		} else {
			fmt.Fprintf(&b, "%s\n\n", escape(text))
		}
	}
	if len(c.Flags) > 0 {
		b.WriteString("| flag | what it does |\n|---|---|\n")
		for i, f := range c.Flags {
			if i > 0 && f.Group != c.Flags[i-1].Group {
				fmt.Fprintf(&b, "| **%s** | |\n", f.Group)
			}
			fmt.Fprintf(&b, "| `%s` | %s |\n", strings.ReplaceAll(f.Form, "|", `\|`), cell(f.Usage)+schemaLink(c, f.Form))
		}
		b.WriteString("\n")
	}
	if len(c.Results) > 0 {
		b.WriteString("Results for [recipes](../recipes.md#results), in the units that people read:\n\n" +
			"| result | unit | better | what it is |\n|---|---|---|---|\n")
		for _, n := range c.Results {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", n.Name, cell(n.Unit), n.Better, cell(n.Meaning))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// schemaLink returns a link to the schema of a command's output with --json, "" for
// other flags.
func schemaLink(c *command, form string) string {
	if form != "--json" {
		return ""
	}
	_, name, _ := strings.Cut(c.Name, " ")
	return fmt.Sprintf(" ([schema](../schemas/%s.json))", strings.ReplaceAll(name, " ", "-"))
}

// sentence returns the text with a capital first letter.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + escape(text[1:])
}

// cell escapes text for a cell of a table.
func cell(text string) string { return strings.ReplaceAll(escape(text), "|", `\|`) }

// escape escapes the special characters of Markdown.
func escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`, "`", "\\`", "~", `\~`).Replace(text)
}

// anchor returns the anchor of a heading in its page.
func anchor(heading string) string { return strings.ReplaceAll(heading, " ", "-") }
