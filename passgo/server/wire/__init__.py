"""The socket: its messages, how they are encoded, and what each seat may see in them."""
