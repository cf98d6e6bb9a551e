"""Lists from pasted text: what each line means, what is doubtful in it, and the ways out."""
