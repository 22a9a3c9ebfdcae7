"""The dice tower (baffle box): dice counted in at the top, out at the bottom, over a serial line.

firmware/ runs in the tower, protocol.py reads its lines, session.py keeps the conversation, roll.py
makes one report per roll, link.py owns the port, twin.py is a simulated tower.
"""
